// What two libraries of npm cost for the same documents: both parse the text so far again at every delta. A whole
// megabyte that way takes hours, so the cost of a delta is the mean over prefixes of all lengths, evenly spaced.
// Times are CPU time of the whole process, garbage included.
//
// usage: node peers.mjs PACKAGES DOCUMENTS   the folder that has node_modules; that of bench_stream's documents
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [packages, documents] = process.argv.slice(2);
const require = createRequire(`${packages}/peers.js`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { parsePartialJson } = await load('ai');
const { parse } = await load('partial-json');
const version = (name) => JSON.parse(fs.readFileSync(`${packages}/node_modules/${name}/package.json`, 'utf8')).version;

const libraries = [
  [`ai ${version('ai')}, parsePartialJson`, async (text) => (await parsePartialJson(text)).value],
  [`partial-json ${version('partial-json')}, parse`, async (text) => parse(text)],
];

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3;
}

/** Nanoseconds for one parse of a prefix, on average over prefixes. */
async function cost(text, read) {
  const prefixes = Array.from({ length: 32 }, (_, i) => text.slice(0, Math.ceil((text.length * (i + 0.5)) / 32)));
  let sink = 0;
  const round = async (times) => {
    const begin = cpu();
    for (let i = 0; i < times; i++) for (const one of prefixes) sink += (await read(one)) === undefined ? 0 : 1;
    return (cpu() - begin) / times / prefixes.length;
  };
  let times = 1;
  while ((await round(times)) * times * prefixes.length < 1e8) times *= 2;
  const all = [];
  for (let i = 0; i < 5; i++) all.push(await round(times));
  if (sink === 0) throw new Error('nothing was parsed');
  return all.sort((a, b) => a - b)[2];
}

function slope(points) {
  const logs = points.map(([bytes, ns]) => [Math.log(bytes), Math.log(ns * bytes)]);
  const mean = (k) => logs.reduce((sum, p) => sum + p[k], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const top = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return top / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}

for (const [name, read] of libraries) {
  const points = [];
  for (const kilobytes of [1, 64, 1024]) {
    const text = fs.readFileSync(`${documents}/${kilobytes}.json`, 'utf8');
    points.push([text.length, await cost(text, read)]);
  }
  const shown = points.map(([, ns]) => ns.toFixed(0).padStart(8)).join(' ');
  console.log(`${name.padEnd(38)} ${shown}  ${slope(points).toFixed(3)}`);
}
