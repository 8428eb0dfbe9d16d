// jsonrepair on the broken replies. usage: jsonrepair.mjs MODULES FILE...
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { jsonrepair } = createRequire(process.argv[2] + '/')('jsonrepair');
for (const name of process.argv.slice(3)) {
  const text = readFileSync(name, 'utf8');
  const bytes = Buffer.byteLength(text);
  const once = () => JSON.parse(jsonrepair(text));
  let line;
  try {
    once();
    const rounds = [];
    for (let i = 0; i < 5; ++i) {
      let times = 0;
      const begin = process.hrtime.bigint();
      let spent = 0;
      do {
        once();
        ++times;
        spent = Number(process.hrtime.bigint() - begin) / 1e9;
      } while (spent < 0.1);
      rounds.push(spent / times);
    }
    rounds.sort((a, b) => a - b);
    line = `${(bytes / rounds[2] / 1e6).toFixed(1)} MB/s`;
  } catch (error) {
    line = `refused: ${error.message}`;
  }
  console.log(`  ${String(bytes).padStart(7)} bytes      ${line}`);
}
