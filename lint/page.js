/**
 * Builds the page that people load, with esbuild: `node lint/page.js FOLDER BROUGHT`, called by `setup.py build_page`. Standard
 * input is a JSON object with the files of the page that the server's Python makes, by name. The folder BROUGHT has the
 * Python code for play without a server.
 *
 * The modules become few files. With esbuild's own splitting they would be some seventy: one for each set of files that
 * share a module. Here APP has what every table needs, SHARED what several late modules need, and each late module and
 * board has a file of its own. What is in APP and SHARED is kept in one object of the window, by names, and the other
 * files take it from there: each of these modules exists once, and a page that was open during an update of the server
 * can use files of the new version. Under its plain name, each of these modules passes on what is in that object: so
 * boards of other packages, which are served as they are, share them.
 */

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, extname, join, posix } from "node:path";
import { argv, pid, stdin, versions } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WEB = fileURLToPath(new URL("../server/web", import.meta.url));
const INDEX = "index.html";
const MAIN = "main.js";
const LIBRARIES = "core/lib.js";
/** In a folder, as the modules with `import.meta.url` are. */
const APP = "core/app.js";
const SHARED = "core/shared.js";
const SHEET = "app.css";
/**
 * Late modules that come with SHARED: the way from the front page to a table needs them, and a request would cost more
 * than their bytes.
 */
const EARLY = ["core/sharing.js", "table/chat.js", "teach/rules.js"];
/** Loaded by the browser itself, by this name. */
const WORKER = "notifier.js";
/** Play without a server: a folder of its own, which no file of the page needs. */
const OFFLINE = "offline/";
const LINK = "link.js";
const HUB = "offline-hub.js";
const WAY = "offline-way.js";
const STYLE = "offline.css";
/** What it has of the npm package pyodide. */
const PYTHON = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
/** Where these are kept as they were packed, since that takes longer than all else: beside the npm packages. */
const PACKED = fileURLToPath(new URL("node_modules/.packed", import.meta.url));
/** The length of the hash of a file's content in its name; every file's is in the page's first one. */
const HASH_CHARS = 8;
/** The brotli quality for WebAssembly: the best one takes half a minute for a tenth of the bytes. */
const WASM_QUALITY = 9;

/** Of other programs: chat programs and home screens. */
const UNASKED = /^(texts\/offline\..*|app\.svg|app_512\.png|icon\.png|games\/.*\/cover\.png)$/;
const FILES = /\.(json|svg|png|woff2)$/;
const TEXT = /\.(m?js|css|json|svg|wasm)$/;

/** The oldest browsers; `server/web/older/` adds what they lack. */
const TARGET = ["chrome105", "firefox102", "safari15.4"];
const PLAIN = { absWorkingDir: WEB, bundle: true, format: "esm", target: TARGET, charset: "utf8", metafile: true,
  write: false, logLevel: "error" };
/** How a file is built, beside its source: so its source map names sources by their way from there. */
const small = (/** @type {string} */ name) => ({ ...PLAIN, minify: true, legalComments: "linked", sourcemap: "external",
  outfile: join(WEB, name) });

/** The object of the window that holds the exports of the modules in APP and SHARED. */
const HELD = 'globalThis[Symbol.for("stammtisch")]';

const [out, brought] = argv.slice(2);
const made = /** @type {Record<string, string>} */ (JSON.parse(await text(stdin)));
const read = (/** @type {string} */ name) => readFileSync(join(WEB, name), "utf8");
const names = readdirSync(WEB, { recursive: true }).map((name) => String(name).replaceAll("\\", "/")).sort();
const modules = names.filter((name) => /\.m?js$/.test(name) && name !== WORKER && !name.startsWith(OFFLINE));
const index = read(INDEX);

// -- what is written -------------------------------------------------------------------------------

/** By the plain name of a file, the hash of its content, which its permanent name has before the suffix. */
const files = /** @type {Record<string, string>} */ ({});

/** @param {string} name */
const permanent = (name) => name.replace(/\.\w+$/, `.${files[name]}$&`);

/** @param {string} name @param {string | Uint8Array} content */
function write(name, content) {
  const file = join(out, "files", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (!TEXT.test(name)) return;
  const quality = name.endsWith(".wasm") ? WASM_QUALITY : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const ways = { br: () => brotliCompressSync(content, { params }), gz: () => gzipSync(content, { level: 9 }) };
  for (const [kind, pack] of Object.entries(ways)) {
    const body = PYTHON.includes(posix.basename(name)) ? once(`${kind} ${quality}`, content, pack) : pack();
    if (body.length < content.length) writeFileSync(`${file}.${kind}`, body);
  }
}

/**
 * What a build before has packed of this content, by this Node and in this way; else it is packed now, and kept.
 * @param {string} way @param {string | Uint8Array} content @param {() => Buffer} pack
 */
function once(way, content, pack) {
  const { brotli, zlib } = versions;
  const file = join(PACKED, createHash("sha256").update(`${way} ${brotli} ${zlib}\n`).update(content).digest("hex"));
  if (existsSync(file)) return readFileSync(file);
  const body = pack();
  mkdirSync(PACKED, { recursive: true });
  writeFileSync(`${file}.${pid}`, body);
  renameSync(`${file}.${pid}`, file);
  return body;
}

/** Write a file under its permanent name. @param {string} name @param {string | Uint8Array} content */
function keep(name, content) {
  files[name] = createHash("sha256").update(content).digest("hex").slice(0, HASH_CHARS);
  write(permanent(name), content);
}

/**
 * Write what esbuild has made of one file: it names its source map and its licences, which have names without a hash.
 * @param {string} name @param {import("esbuild").BuildResult<{ write: false }>} built
 */
function keepBuilt(name, { outputFiles }) {
  const made = (/** @type {string} */ ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  const map = `${posix.basename(name)}.map`;
  const end = `sourceMappingURL=${map}`;
  const suffix = extname(name);
  keep(name, made(suffix) + (suffix === ".css" ? `/*# ${end} */\n` : `//# ${end}\n`));
  write(`${name}.map`, made(".map"));
  if (made(".LEGAL.txt")) write(`${name}.LEGAL.txt`, made(".LEGAL.txt"));
}

// -- modules ---------------------------------------------------------------------------------------

/** The imports and exports of all modules, by name. */
async function look() {
  const { metafile } = await build({ ...PLAIN, entryPoints: modules, splitting: true, outdir: WEB });
  const entries = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint);
  return {
    imports: Object.fromEntries(modules.map((name) => [name, metafile.inputs[name].imports.map(({ path }) => path)])),
    exports: Object.fromEntries(entries.map(({ entryPoint, exports }) => [entryPoint, exports])),
  };
}

/** A module and all that it needs. @param {string} root */
function reach(root) {
  const found = new Set([root]);
  for (const name of found) graph.imports[name].forEach((other) => found.add(other));
  return found;
}

/** The modules of each file, by the file's name. */
function split() {
  const reached = new Map([MAIN, ...late, ...boards].map((root) => [root, reach(root)]));
  const found = new Map([APP, SHARED, ...late, ...boards].map((file) => [file, /** @type {string[]} */ ([])]));
  for (const name of modules) {
    const users = [...reached].filter(([, those]) => those.has(name)).map(([root]) => root);
    if (!users.length) throw new Error(`nothing imports ${name}`);
    const several = users.every((root) => late.includes(root)) ? SHARED : APP;
    const alone = users.length === 1 && ![MAIN, ...EARLY].includes(users[0]);
    found.get(alone ? users[0] : several).push(name);
  }
  for (const root of late) if (!found.get(root).length) found.delete(root);
  return found;
}

/** Where HELD has the exports of a module: short, since files repeat it. @param {string} name */
const key = (name) => posix.basename(name, ".js");

/** @param {string} name */
const depth = (name) => name.split("/").length;

/** The way from a file to another one. @param {string} from @param {string} to */
const way = (from, to) => posix.relative(posix.dirname(from), to).replace(/^(?!\.)/, "./");

/** @param {string} root @param {string} to */
const passOn = (root, to) => [`export * from "${to}";`,
  ...(graph.exports[root].includes("default") ? [`export { default } from "${to}";`] : [])];

/**
 * The module that begins a file: it runs the file's own modules, and holds the exports of those that others may take.
 * @param {string} file @param {string[]} part
 */
function entry(file, part) {
  const lines = [];
  if (late.includes(file) && [...reach(file)].some((name) => shared.has(name))) lines.push('import "shared";');
  if (file === APP) lines.push(`import "./${MAIN}";`);
  else if (file === SHARED) lines.push(...within.flatMap((root) => passOn(root, `./${root}`)));
  else lines.push(...passOn(file, `./${file}`));
  const held = part.filter((name) => open.has(name)).map((name) => {
    const rows = graph.exports[name].map((one, n) => [one, `${key(name)}$${n}`]);
    lines.push(`import { ${rows.map(([one, here]) => `${one} as ${here}`).join(", ")} } from "./${name}";`);
    return `held.${key(name)} = { ${rows.map(([one, here]) => `${one}: ${here}`).join(", ")} };`;
  });
  return [...lines, ...(held.length ? [`const held = ${HELD} ??= {};`] : []), ...held].join("\n");
}

/** A module of another file, as its users see it. esbuild leaves out what they don't use. @param {string} name */
const taken = (name) => ['import { held } from "held";',
  `const module = /* @__PURE__ */ (() => held.${key(name)})();`,
  ...graph.exports[name].map((one) => `export const ${one} = /* @__PURE__ */ (() => module.${one})();`)].join("\n");

/** @param {string} file @param {string[]} part */
async function link(file, part) {
  const inside = new Set(part);
  const wrong = part.find((name) => read(name).includes("import.meta") && depth(name) !== depth(file));
  if (wrong) throw new Error(`${wrong} asks for its address, and would be in a folder of another depth in ${file}`);
  const plugin = {
    name: "files",
    /** @param {import("esbuild").PluginBuild} it */
    setup(it) {
      it.onResolve({ filter: /^shared$/ }, () => ({ path: way(file, permanent(SHARED)), external: true }));
      it.onResolve({ filter: /^held$/ }, () => ({ path: "held", namespace: "held", sideEffects: false }));
      it.onResolve({ filter: /^\./, namespace: "file" }, ({ path, resolveDir }) => {
        const name = posix.relative(WEB, posix.join(resolveDir, path));
        if (inside.has(name)) return undefined;
        if (!open.has(name)) throw new Error(`${file} needs ${name}, which no other file passes on`);
        return { path: name, namespace: "taken", sideEffects: false };
      });
      it.onLoad({ filter: /^/, namespace: "held" }, () => ({ contents: `export const held = ${HELD};` }));
      it.onLoad({ filter: /^/, namespace: "taken" }, ({ path }) => ({ contents: taken(path) }));
    },
  };
  const begin = { contents: entry(file, part), resolveDir: WEB, sourcefile: "entry.js" };
  keepBuilt(file, await build({ ...small(file), stdin: begin, plugins: [plugin] }));
}

/** Write what is under the plain names of modules, for boards of other packages: the one that the page has. */
function alias() {
  const held = (/** @type {string} */ name, /** @type {string[]} */ those) =>
    `export const { ${those.join(", ")} } = ${HELD}.${key(name)};\n`;
  for (const name of open) {
    const first = shared.has(name) ? `import "${way(name, permanent(SHARED))}";\n` : "";
    if (graph.exports[name].length) write(name, first + held(name, graph.exports[name]));
  }
  for (const [, those, name] of read(LIBRARIES).matchAll(/^export \{ (.+) \} from "\.\.\/(vendor\/.+)";$/gm)) {
    write(name, held(LIBRARIES, those.split(", ")));
  }
  for (const name of parts.keys()) {
    if (name !== APP && name !== SHARED) write(name, `${passOn(name, way(name, permanent(name))).join("\n")}\n`);
  }
}

// -- everything else -------------------------------------------------------------------------------

const SHEETS = / *<link rel="stylesheet" href="static\/([^"]+)">\n/g;

/** The sheets that the page begins with become one; each other one has those that it imports. */
async function dress() {
  const sheets = names.filter((name) => name.endsWith(".css") && !name.startsWith(OFFLINE));
  const first = [...index.matchAll(SHEETS)].map((row) => row[1]);
  const imports = (/** @type {string} */ name) => [...read(name).matchAll(/^@import "(.+)";$/gm)]
    .map((row) => posix.join(posix.dirname(name), row[1]));
  const within = new Set([...first, ...sheets.flatMap(imports)]);
  const all = first.map((name) => `@import "./${name}";`).join("\n");
  keepBuilt(SHEET, await build({ ...small(SHEET), stdin: { contents: all, resolveDir: WEB, loader: "css" } }));
  for (const name of sheets.filter((one) => !within.has(one))) {
    keepBuilt(name, await build({ ...small(name), entryPoints: [name] }));
  }
}

/** Compile the modules of the Python archives. @param {Map<string, Uint8Array>} parts */
async function compile(parts) {
  const { loadPyodide } = await import("pyodide");
  const python = await loadPyodide();
  const bytesOf = (/** @type {string} */ name) => python.toPy(new Uint8Array(parts.get(name)));
  python.unpackArchive(new Uint8Array(parts.get("msgspec.whl")), "wheel");
  python.unpackArchive(new Uint8Array(parts.get("code.zip")), "zip", { extractDir: "/code" });
  python.runPython("import sys; sys.path.insert(0, '/code'); import offline.player; needed = set(sys.modules)");
  python.runPython(readFileSync(join(dirname(fileURLToPath(import.meta.url)), "compile.py"), "utf8"));
  const [compiled, needed] = ["compiled", "needed"].map((name) => python.globals.get(name));
  parts.set("code.zip", Buffer.from(compiled(bytesOf("code.zip"), null).toJs()));
  parts.set("python_stdlib.zip", Buffer.from(compiled(bytesOf("python_stdlib.zip"), needed).toJs()));
}

/** The parts of play without a server, in a folder whose name is the hash of all. Gives that folder. */
async function writeOffline() {
  const parts = new Map(readdirSync(brought).sort().map((name) => [name, readFileSync(join(brought, name))]));
  const [link, style, hub] = await Promise.all([LINK, STYLE, "hub_worker.js"].map(async (name) => {
    const options = { ...small(OFFLINE + name), sourcemap: false, legalComments: "none" };
    const built = await build({ ...options, entryPoints: [OFFLINE + name] });
    return Buffer.from(built.outputFiles[0].contents);
  }));
  parts.set(LINK, link).set(STYLE, style);
  writeFileSync(join(out, HUB), hub);
  const pyodide = join(dirname(fileURLToPath(import.meta.url)), "node_modules/pyodide");
  for (const name of PYTHON) parts.set(name, readFileSync(join(pyodide, name)));
  await compile(parts);
  const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
  parts.set("pyodide-lock.json", Buffer.from(JSON.stringify({ info, packages: {} })));
  const hash = createHash("sha256").update(hub);
  for (const [name, body] of parts) hash.update(`${name} ${body.length}\n`).update(body);
  const folder = `${OFFLINE}${hash.digest("hex").slice(0, HASH_CHARS)}/`;
  for (const [name, body] of parts) write(folder + name, body);
  return { folder, parts: [...parts.keys()] };
}

/**
 * Write the page that plays without a server, and the service worker that keeps it.
 * @param {string} page @param {{ folder: string, parts: string[] }} offline
 */
function finishOffline(page, { folder, parts }) {
  const texts = Object.fromEntries(["de", "en"].map((one) => [one, JSON.parse(read(`texts/offline.${one}.json`))]));
  const away = Object.fromEntries(Object.entries(texts).map(([language, { needs }]) => [language, needs]));
  writeFileSync(join(out, WAY), `self.TEXTS = ${JSON.stringify(away)};\n${read(`${OFFLINE}way_worker.js`)}`);
  const data = JSON.stringify(texts, (key, value) => (key === "needs" ? undefined : value)).replaceAll("<", "\\u003c");
  const block = `<script type="application/json" id="offline-texts">${data}</script>`;
  const told = page.replace(/ *<script type="module" src="[^"]+"><\/script>\n/, `    ${block}
    <link rel="stylesheet" href="static/${folder}${STYLE}">
    <script type="module" src="static/${folder}${LINK}"></script>\n`)
    .replace('href="manifest.webmanifest"', 'href="static/offline.webmanifest"');
  writeFileSync(join(out, "offline.html"), told);
  const all = [...Object.keys(files).filter((name) => !/^(texts\/offline\.|app_512|older\/)/.test(name)).map(permanent),
    ...parts.map((name) => folder + name)].map((name) => `static/${name}`);
  const list = JSON.stringify([HUB, "static/offline.webmanifest", ...all, "offline.html"]); // that one says: all is there
  const version = createHash("sha256").update(told + list).digest("hex").slice(0, HASH_CHARS);
  writeFileSync(join(out, "offline.js"),
    `self.VERSION = "${version}";\nself.FILES = ${list};\n${read(`${OFFLINE}cache_worker.js`)}`);
}

/** Write the first file, and the list of all others: `asked` are those that modules ask for, see `core/files.js`. */
function finish() {
  const named = new Set([SHEET, APP]);
  const begin = index.search(SHEETS);
  const page = index.replace(SHEETS, (row, name, at) => (at === begin ? row.replace(name, SHEET) : ""))
    .replaceAll(`static/${MAIN}`, `static/${APP}`)
    .replace(/(?<=")static\/([^"]+)(?=")/g, (_, name) => `static/${named.add(name) && permanent(name)}`);
  writeFileSync(join(out, INDEX), page);
  finishOffline(page, offline);
  const asked = [...Object.entries(files).filter(([name]) => !named.has(name) || name.endsWith(".svg")),
    ...within.map((name) => [name, permanent(SHARED)])];
  writeFileSync(join(out, "files.json"), JSON.stringify({ files, asked: Object.fromEntries(asked) }));
}

const graph = await look();
const late = [...read("core/lazy_list.js").matchAll(/^export const \w+ = "([^"]+)";$/gm)].map((row) => row[1]);
const boards = modules.filter((name) => /^games\/\w+\/board\.js$/.test(name));
const parts = split();
const shared = new Set(parts.get(SHARED));
const open = new Set([...parts.get(APP), ...shared].filter((name) => !name.startsWith("vendor/")));
/** The late modules that are a part of SHARED. */
const within = late.filter((name) => !parts.has(name));
const offered = within.flatMap((name) => graph.exports[name]);
if (new Set(offered).size < offered.length) throw new Error(`two of ${within.join(", ")} export one name`);
if (new Set([...open].map(key)).size < open.size) throw new Error("two modules have one name");
for (const [file, part] of parts) await link(file, part);
alias();
await dress();
for (const name of names.filter((one) => FILES.test(one) && !UNASKED.test(one))) {
  keep(name, name.endsWith(".json") ? JSON.stringify(JSON.parse(read(name))) : readFileSync(join(WEB, name)));
}
for (const [name, content] of Object.entries(made)) keep(name, content);
const offline = await writeOffline();
finish();
