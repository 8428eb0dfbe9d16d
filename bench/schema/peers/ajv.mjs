// ajv as a peer of bench/schema: answers the questions of bench/schema/peer.hpp, one line each. Times are CPU
// time of the whole process, so what V8 does in other threads (garbage, compiling) counts. Formats are
// asserted, as they are in the others; a program that names none does without that package.
//
// usage: node ajv.mjs FOLDER   the folder that has node_modules
import fs from 'node:fs';
import readline from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(`${process.argv[2]}/peers.js`);

/** The class that reads the dialect of this schema. */
function dialect(schema) {
  const uri = String(schema.$schema ?? '');
  if (uri.includes('draft-04')) return require('ajv-draft-04');
  if (uri.includes('draft-06') || uri.includes('draft-07')) return require('ajv').default;
  if (uri.includes('2019-09')) return require('ajv/dist/2019').default;
  return require('ajv/dist/2020').default;
}

/** What a program does once: from the text of a schema to a function. */
function compile(text, validateSchema) {
  const schema = JSON.parse(text);
  const ajv = new (dialect(schema))({ strict: false, logger: false, validateSchema });
  if (String(schema.$schema).includes('draft-06')) ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  if (text.includes('"format"')) require('ajv-formats').default(ajv);
  return ajv.compile(schema);
}

function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3;
}

let schema, valid, texts, values;

function time(passes, accepts) {
  const begin = now();
  for (let i = 0; i < passes; ++i) {
    for (let d = 0; d < texts.length; ++d) if (!accepts(d)) throw new Error(`document ${d} is not accepted`);
  }
  return (now() - begin) / (passes * texts.length);
}

const questions = {
  schema(file) {
    schema = fs.readFileSync(file, 'utf8');
    dialect(JSON.parse(schema)); // loading the package is no part of it
    const begin = now();
    valid = compile(schema, true);
    return now() - begin;
  },
  documents(file) {
    texts = fs.readFileSync(file, 'utf8').split('\n').filter((text) => text !== '');
    values = texts.map((text) => JSON.parse(text));
    return texts.length;
  },
  verdicts: () => values.map((value) => (valid(value) ? '1' : '0')).join(''),
  ready: (passes) => time(Number(passes), (d) => valid(values[d])),
  text: (passes) => time(Number(passes), (d) => valid(JSON.parse(texts[d]))),
  compile(times, how) {
    const begin = now();
    for (let i = 0; i < Number(times); ++i) compile(schema, how === 'checked');
    return (now() - begin) / Number(times);
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.split(' ');
  let reply;
  try {
    // A file may have spaces in its name.
    const told = word === 'schema' || word === 'documents' ? [rest.join(' ')] : rest;
    if (!(word in questions)) throw new Error('it does not do that');
    reply = `ok ${questions[word](...told)}`;
  } catch (error) {
    reply = `no ${String(error.message).replaceAll('\n', ' ')}`;
  }
  process.stdout.write(`${reply}\n`);
}
