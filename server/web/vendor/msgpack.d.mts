export { Decoder, Encoder } from "@msgpack/msgpack";
