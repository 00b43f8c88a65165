import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import formats from 'ajv-formats'
import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { type VersionFamily, versionFamilies } from './official-versions.js'
import { type Definitions, uniteDefinitions } from './unite-definitions.js'

/**
 * The source of a CommonJS module that validates documents of a family of versions by the official schemas. It exports
 * a function for each version and form, `resolved3_0_0` and so on. Runs when idemgen is built; where the sources run
 * as they are, when the validators are first needed.
 *
 * Each function calls `once` around its work, so that an object to which many references lead is looked at once.
 */
export function compileValidators(family: VersionFamily): string {
  const wanted = versionFamilies[family].flatMap((version) => targetsOf(family, version))
  const { schemas, names } = uniteDefinitions(wanted.map(({ definitions }) => definitions))
  // The options of the official parser, so that the errors are the same; without inlining the code is smaller.
  const ajv = new Ajv({ ...officialOptions, inlineRefs: false, code: { source: true } })
  formats.default(ajv)
  for (const schema of schemas) ajv.addSchema(schema)
  const exported = wanted.map(({ name, root }, i) => ({ name, id: names[i]?.get(root) ?? root }))
  // What is given to be exported is written again even where it was written for another: the rest is exported by name.
  const written = new Map(exported.filter(({ name }) => !name.startsWith('schema')).map(({ name, id }) => [id, name]))
  const code = standalone.default(ajv, Object.fromEntries([...written].map(([id, name]) => [name, id])))
  const others = exported.filter(({ name, id }) => written.get(id) !== name)
  return withOnce([code, ...others.map(({ name, id }) => `exports.${name} = ${functionOf(ajv, id)};`)].join('\n'))
}

function functionOf(ajv: Ajv, id: string): string {
  const name = ajv.getSchema(id)?.source?.validateName.str
  if (name === undefined) throw new Error(`ajv has no code of ${id}`)
  return name
}

const officialOptions = { allErrors: true, strict: false, allowUnionTypes: true, unicodeRegExp: false } as const

interface Target {
  readonly name: string
  readonly root: string
  readonly definitions: Definitions
}

function targetsOf(family: VersionFamily, version: string): readonly Target[] {
  const target = (form: string, root: string, definitions: Definitions): Target => {
    return { name: `${form}${version.replaceAll('.', '_')}`, root: `${definitionsOf(version)}${root}`, definitions }
  }
  const official = officialDefinitions(version)
  const unresolved = target('unresolved', 'asyncapi.json', official)
  if (family === '3') return [target('resolved', 'asyncapi.json', withoutBareReferences(version, official)), unresolved]
  return [target('resolved', 'asyncapi.json', official), unresolved, target('schema', 'schema.json', official)]
}

function definitionsOf(version: string): string {
  return `http://asyncapi.com/definitions/${version}/`
}

function officialDefinitions(version: string): Definitions {
  const { definitions, ...root } = asSchema((specs.schemas as Readonly<Record<string, unknown>>)[version])
  // ajv brings the meta-schemas along.
  const own = Object.entries(isObject(definitions) ? definitions : {}).filter(([id]) => !/json-schema\.org/.test(id))
  const named = own.map(([id, schema]) => [id, asSchema(schema)] as const)
  return new Map([...named, [`${definitionsOf(version)}asyncapi.json`, root]])
}

/** Versions 3 want a bare reference in places; in a resolved document stands there what it leads to. */
function withoutBareReferences(version: string, definitions: Definitions): Definitions {
  const changed = new Map(definitions)
  for (const { definition, path, instead } of bareReferences) {
    const id = `${definitionsOf(version)}${definition}`
    const schema = definitions.get(id)
    const before = changed.get(id) ?? schema
    if (before === undefined) throw new Error(`the official schema ${version} has no ${definition}`)
    changed.set(id, asSchema(replaced(before, path, { $ref: `${definitionsOf(version)}${instead}` })))
  }
  return changed
}

const bareReferences = [
  { definition: 'channel.json', path: ['properties', 'servers', 'items'], instead: 'server.json' },
  { definition: 'operation.json', path: ['properties', 'channel'], instead: 'channel.json' },
  { definition: 'operation.json', path: ['properties', 'messages', 'items'], instead: 'messageObject.json' },
  { definition: 'operationReply.json', path: ['properties', 'channel'], instead: 'channel.json' },
  { definition: 'operationReply.json', path: ['properties', 'messages', 'items'], instead: 'messageObject.json' },
]

function replaced(value: Json | undefined, path: readonly string[], by: Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return by
  if (!isObject(value) || !Object.hasOwn(value, key)) throw new Error(`the official schema has no ${path.join('/')}`)
  return { ...value, [key]: replaced(value[key], rest, by) }
}

/** `specs` is JSON, which its types do not say. */
function asSchema(value: unknown): JsonObject {
  if (!isObject(value as Json)) throw new Error('@asyncapi/specs has no such schema')
  return value as JsonObject
}

/** Lets each compiled function go through `once`, which the module takes from whoever loads it. */
function withOnce(code: string): string {
  const found = code.match(/\bfunction validate\d+\(/g)?.length ?? 0
  let renamed = 0
  const wrapped = code.replaceAll(
    /function (validate\d+)\(data, (\{[^}]*\}=\{\})\)\{/g,
    (_, name: string, context: string) => {
      renamed++
      return `function ${name}(data, context) { return once(${name}, ${name}Body, data, context) }\nfunction ${name}Body(data, ${context}){`
    },
  )
  if (found === 0 || renamed !== found) throw new Error('ajv writes its functions in another form than this')
  return `${additions}\n${wrapped}`
}

const additions = `let once = (validate, body, data, context) => body(data, context)
exports.setOnce = (given) => { once = given }
exports.isUriReference = (text) => require("ajv-formats/dist/formats").fullFormats["uri-reference"].test(text)`
