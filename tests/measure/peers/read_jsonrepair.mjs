// jsonrepair as a reader of damaged replies (see ../readers.py). usage: jsonrepair.mjs FOLDER: where its
// node_modules are. Its own text is the answer, so that numbers keep their digits.
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import readline from 'node:readline';

const { jsonrepair } = createRequire(process.argv[2] + '/')('jsonrepair');
for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const asked = JSON.parse(line);
  if ('schema' in asked) continue;
  let answer;
  try {
    const text = jsonrepair(asked.text);
    JSON.parse(text);
    answer = `{"value": ${text.replace(/[\r\n]+/g, ' ')}}`;
  } catch (error) {
    answer = JSON.stringify({ refused: error.constructor.name });
  }
  writeSync(1, answer + '\n');
}
