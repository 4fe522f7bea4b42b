/**
 * The sounds of a table, synthesized: bars of wood and metal, dice in a bowl, coins, cards. Every sound is a few
 * strokes; no recordings have to be fetched. Small random variations make each sound differ.
 */

/** @typedef {{ at: number, loud: number, hertz: number }} Stroke */

/**
 * A resonating body: its partials as [frequency factor, volume, duration in seconds].
 * @typedef {[times: number, loud: number, length: number][]} Body
 */

/** @type {Body} A bar of a marimba, tuned as they are: the second tone two octaves above the first. */
const BAR = [[1, 1, 0.55], [3.93, 0.28, 0.16], [9.2, 0.1, 0.05]];
/** @type {Body} A bell of a table, that one taps with a finger. */
const BELL = [[1, 1, 0.9], [2.01, 0.35, 0.55], [2.76, 0.22, 0.4], [5.4, 0.1, 0.18]];
/** @type {Body} A coin: tones that fit none of the others, which is what makes metal of them. */
const COIN = [[1, 1, 0.22], [1.48, 0.7, 0.18], [2.13, 0.5, 0.13], [2.94, 0.35, 0.09]];
/** @type {Body} A small piece of wood that comes down on a board. */
const BLOCK = [[1, 1, 0.11], [1.62, 0.55, 0.07], [2.58, 0.3, 0.045]];

/** Share of the sound that the walls reflect, and the length of the echo (s). */
const [REVERB_LEVEL, ECHO_S] = [0.2, 0.7];

/** @param {number} most */
const about = (most) => (Math.random() * 2 - 1) * most;

/** @type {WeakMap<BaseAudioContext, { room: AudioNode, noise: AudioBuffer }>} */
const rooms = new WeakMap();

/**
 * Noise with the given envelope.
 * @param {BaseAudioContext} audio
 * @param {number} length
 * @param {(part: number) => number} loud
 */
function noiseOf(audio, length, loud) {
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = about(1) * loud(n / samples.length);
  return buffer;
}

/**
 * The room for all sounds, made once: it adds a short echo and limits the volume.
 * @param {BaseAudioContext} audio
 */
function roomOf(audio) {
  const known = rooms.get(audio);
  if (known) return known;
  const [room, wet, walls, limit] =
    [audio.createGain(), audio.createGain(), audio.createConvolver(), audio.createDynamicsCompressor()];
  walls.buffer = noiseOf(audio, ECHO_S, (part) => (1 - part) ** 3);
  wet.gain.value = REVERB_LEVEL;
  room.gain.value = 0.5;
  room.connect(limit);
  room.connect(walls).connect(wet).connect(limit);
  limit.connect(audio.destination);
  const made = { room, noise: noiseOf(audio, 0.5, () => 1) };
  rooms.set(audio, made);
  return made;
}

/**
 * A volume envelope with a fast rise and a decay.
 * @param {BaseAudioContext} audio
 * @param {number} at
 * @param {number} loud
 * @param {number} length
 * @param {number} rise
 */
function fading(audio, at, loud, length, rise = 0.002) {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + rise);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + rise + length);
  volume.gain.linearRampToValueAtTime(0, at + rise + length + 0.01);
  volume.connect(roomOf(audio).room);
  return volume;
}

/**
 * Strike a resonating body.
 * @param {BaseAudioContext} audio
 * @param {Body} body
 * @param {Stroke} stroke
 */
function ring(audio, body, { at, loud, hertz }) {
  for (const [times, part, length] of body) {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz * times;
    tone.connect(fading(audio, at, loud * part, length));
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}

/**
 * A burst of noise around a frequency; a low one sounds dull. `to`: the frequency glides there.
 * @param {BaseAudioContext} audio
 * @param {Stroke & { length: number, to?: number, rise?: number }} stroke
 */
function brush(audio, { at, loud, hertz, length, to = hertz, rise = 0.001 }) {
  const [source, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = roomOf(audio).noise;
  filter.type = "bandpass";
  filter.Q.value = 1.4;
  filter.frequency.setValueAtTime(hertz, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + rise + length);
  source.connect(filter).connect(fading(audio, at, loud, length, rise));
  source.start(at, Math.random() * 0.2, length + 0.1);
}

/**
 * A piece of wood is put down.
 * @param {BaseAudioContext} audio
 * @param {Stroke} stroke
 */
function knock(audio, { at, loud, hertz }) {
  ring(audio, BLOCK, { at, loud, hertz });
  brush(audio, { at, loud: loud * 1.2, hertz: hertz * 4, length: 0.03 });
}

/** @typedef {(audio: BaseAudioContext, at: number) => void} Sound */

/**
 * The person's turn: two bells, the second a fourth higher.
 * @type {Sound}
 */
const turn = (audio, at) => {
  ring(audio, BELL, { at, loud: 0.34, hertz: 659.3 });
  ring(audio, BELL, { at: at + 0.14, loud: 0.3, hertz: 880 });
};

/**
 * Dice roll in a wooden bowl: their contacts become less frequent, then stop.
 * @type {Sound}
 */
const dice = (audio, at) => {
  let [when, loud] = [at, 0.5];
  for (let n = 0; n < 9; n++) {
    knock(audio, { at: when, loud: loud * (0.75 + about(0.25)), hertz: 760 + about(190) });
    when += 0.035 + n * 0.007 + about(0.012);
    loud *= 0.87;
  }
};

/**
 * Some coins fall onto others.
 * @type {Sound}
 */
const coins = (audio, at) => {
  for (const [n, after] of [0, 0.07, 0.17].entries()) {
    ring(audio, COIN, { at: at + after + about(0.012), loud: 0.2 - n * 0.045, hertz: 3050 + about(350) });
  }
};

/**
 * A piece is put onto the board and pushed to its place.
 * @type {Sound}
 */
const built = (audio, at) => {
  knock(audio, { at, loud: 0.62, hertz: 330 + about(12) });
  knock(audio, { at: at + 0.11 + about(0.01), loud: 0.4, hertz: 410 + about(15) });
};

/**
 * A card is drawn over the cloth and put down.
 * @type {Sound}
 */
const cards = (audio, at) => {
  brush(audio, { at, loud: 0.8, hertz: 1700, to: 4600 + about(500), length: 0.12, rise: 0.06 });
  brush(audio, { at: at + 0.19, loud: 0.9, hertz: 420, length: 0.04 });
};

/**
 * The game is over: a rising chord, and the bell.
 * @type {Sound}
 */
const over = (audio, at) => {
  for (const [n, hertz] of [392, 523.3, 659.3, 784].entries()) {
    ring(audio, BAR, { at: at + n * 0.13, loud: 0.4, hertz });
  }
  ring(audio, BELL, { at: at + 0.55, loud: 0.26, hertz: 1046.5 });
};

/**
 * That can't be done: two dull knocks, the second one lower.
 * @type {Sound}
 */
const refused = (audio, at) => {
  knock(audio, { at, loud: 0.5, hertz: 190 });
  knock(audio, { at: at + 0.13, loud: 0.5, hertz: 150 });
};

/**
 * All sounds by name.
 * @type {Record<string, Sound>}
 */
export const SOUNDS = { turn, dice, coins, built, cards, over, refused };

/** Delay (s) from the request to the start of a sound; in it the sound is prepared. */
const START_DELAY_S = 0.02;

/**
 * Play a sound.
 * @param {BaseAudioContext} audio
 * @param {string} name
 */
export const play = (audio, name) => SOUNDS[name](audio, audio.currentTime + START_DELAY_S);
