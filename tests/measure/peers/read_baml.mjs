// BAML's schema-aligned parser as a reader of damaged replies (see ../readers.py). usage: read_baml.mjs FOLDER: where
// its node_modules are.
//
// A schema becomes types of BAML: objects with properties are classes, enumerations are unions of literals. What BAML
// has no type for (an object of anything, a tuple, allOf of several …) refuses every text as `no type`. Members keep
// their names as aliases; the fields have names of ours, so that a value is turned back without its type. A member
// that is not required and comes out as null was not there.
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import readline from 'node:readline';

const { BamlRuntime } = createRequire(process.argv[2] + '/')('@boundaryml/baml-linux-x64-gnu');
const HEAD = `client<llm> C {
  provider openai
  options {
    model "x"
    api_key "x"
    base_url "http://127.0.0.1:9"
  }
}
`;

class Types {
  constructor(schema) {
    this.root = schema;
    this.classes = [];
    this.fields = new Map(); // ours to theirs
    this.known = new Map(); // class by reference
    this.open = new Set(); // references under way
    this.result = this.type(schema);
  }

  quoted(text) {
    if (/["\\\n\r]|#"/.test(text)) throw new Error('no type');
    return `"${text}"`;
  }

  literal(value) {
    if (value === null) return 'null';
    if (typeof value === 'string') return this.quoted(value);
    if (typeof value === 'boolean' || Number.isInteger(value)) return String(value);
    throw new Error('no type');
  }

  union(parts) {
    const all = [...new Set(parts)];
    return all.length === 1 ? all[0] : `(${all.join(' | ')})`;
  }

  type(schema) {
    if (schema === null || typeof schema !== 'object') throw new Error('no type');
    if (schema.$ref !== undefined) return this.reference(schema.$ref);
    if (schema.const !== undefined) return this.literal(schema.const);
    if (schema.enum !== undefined) return this.union(schema.enum.map((one) => this.literal(one)));
    const several = schema.anyOf ?? schema.oneOf;
    if (several !== undefined && schema.properties === undefined) return this.union(several.map((one) => this.type(one)));
    if (schema.allOf?.length === 1 && schema.properties === undefined) return this.type(schema.allOf[0]);
    const named = schema.type ?? (schema.properties !== undefined ? 'object' : schema.items !== undefined ? 'array' : undefined);
    return this.union([named].flat().map((one) => this.plain(one, schema)));
  }

  plain(name, schema) {
    switch (name) {
      case 'string': return 'string';
      case 'integer': return 'int';
      case 'number': return this.union(['int', 'float']);
      case 'boolean': return 'bool';
      case 'null': return 'null';
      case 'array':
        if (schema.items === undefined || Array.isArray(schema.items)) throw new Error('no type');
        return `${this.type(schema.items)}[]`;
      case 'object':
        if (Object.keys(schema.properties ?? {}).length > 0) return this.class(schema);
        if (typeof schema.additionalProperties === 'object') return `map<string, ${this.type(schema.additionalProperties)}>`;
    }
    throw new Error('no type');
  }

  reference(target) {
    if (this.known.has(target)) return this.known.get(target);
    if (this.open.has(target) || !target.startsWith('#')) throw new Error('no type');
    let found = this.root;
    for (const token of decodeURIComponent(target.slice(1)).split('/').slice(1)) {
      found = found?.[token.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    const own = found?.properties !== undefined && found.$ref === undefined;
    this.open.add(target);
    const type = own ? this.class(found, target) : this.type(found);
    this.known.set(target, type);
    this.open.delete(target);
    return type;
  }

  class(schema, target) {
    const name = `K${this.classes.length}`;
    if (target !== undefined) this.known.set(target, name); // it may contain itself
    this.classes.push('');
    const place = this.classes.length - 1;
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const lines = Object.entries(schema.properties).map(([member, one], i) => {
      const field = `${name.toLowerCase()}_f${i}`;
      this.fields.set(field, { name: member, optional: !required.has(member) });
      return `  ${field} ${this.type(one)}${required.has(member) ? '' : '?'} @alias(${this.quoted(member)})\n`;
    });
    this.classes[place] = `class ${name} {\n${lines.join('')}}\n`;
    return name;
  }

  source() {
    return HEAD + this.classes.join('') +
      `function F(t: string) -> ${this.result} {\n  client C\n  prompt #"{{ t }} {{ ctx.output_format }}"#\n}\n`;
  }

  back(value) {
    if (Array.isArray(value)) return value.map((one) => this.back(one));
    if (value === null || typeof value !== 'object') return value;
    const members = [];
    for (const [key, one] of Object.entries(value)) {
      const field = this.fields.get(key);
      if (field?.optional && one === null) continue;
      members.push([field?.name ?? key, this.back(one)]);
    }
    return Object.fromEntries(members);
  }
}

function reader(schema) {
  try {
    const types = new Types(schema);
    const runtime = BamlRuntime.fromFiles('/baml_src', { 'main.baml': types.source() }, {});
    const context = runtime.createContextManager();
    return (text) => ({ value: types.back(runtime.parseLlmResponse('F', text, false, context, null, null, {})) });
  } catch {
    return () => ({ refused: 'no type' });
  }
}

let read = () => ({ refused: 'no type' });
for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const asked = JSON.parse(line);
  if ('schema' in asked) {
    read = reader(asked.schema);
    continue;
  }
  let answer;
  try {
    answer = read(asked.text);
  } catch (error) {
    answer = { refused: error.constructor.name };
  }
  writeSync(1, JSON.stringify(answer) + '\n');
}
