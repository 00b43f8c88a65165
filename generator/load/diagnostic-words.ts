import { isList, type Json } from '../model/document.js'
import { pointerSegments } from '../model/pointer.js'
import { referenceIn } from '../model/reference.js'
import { bindingValueHint, improvisedKeyHint } from './amqp-faults.js'
import { isAnnotationKey } from './annotation-key.js'
import type { Diagnosed } from './diagnosed-place.js'
import { otherVersionHint } from './keys-of-versions.js'
import { meantKey } from './known-keys.js'

interface Words {
  readonly message: string
  readonly hint: string
}

/** What the parser says about a place, in our form and in the words of the document. */
export function wordsFor(diagnosed: Diagnosed): Words {
  const { diagnostic, place } = diagnosed
  for (const { pattern, words } of known) {
    const match = pattern.exec(diagnostic.message)
    if (match !== null) return words({ ...diagnosed, name: nameOf(place.pointer), groups: match.slice(1) })
  }
  return { message: plainMessage(diagnosed), hint: codeHints[diagnostic.code] ?? readTheSpecification }
}

interface Said extends Diagnosed {
  /** The last name on the way to the place, in quotes. */
  readonly name: string
  readonly groups: readonly (string | undefined)[]
}

const readTheSpecification = 'see https://www.asyncapi.com/docs/reference/specification/latest'

const known: readonly { readonly pattern: RegExp; readonly words: (said: Said) => Words }[] = [
  { pattern: /^Property "(.*)" is not expected to be here$/s, words: unknownKey },
  {
    pattern: /must have required property "(.*)"$/,
    words: ({ groups, name, place }) => ({
      message: place.pointer === '' ? `"${groups[0]}" is missing` : `"${groups[0]}" is missing in ${name}`,
      hint: `add "${groups[0]}", AsyncAPI requires it here`,
    }),
  },
  {
    pattern: /property type must be ([\w,]+)$/,
    words: ({ groups, name, value }) => ({
      message: `${name} must be ${typesInWords(groups[0])}, not ${valueInWords(value)}`,
      hint: readTheSpecification,
    }),
  },
  {
    pattern: /must be equal to one of the allowed values(?:: (.*?))?(?:\. Did you mean (".*")\?)?$/,
    words: notAllowed,
  },
  {
    pattern: /^Operation message does not belong to the specified channel/,
    words: ({ name, value }) => ({
      message: `${JSON.stringify(referenceIn(value)) ?? name} is no message of the operation's channel`,
      hint: 'refer to it through the channel: "#/channels/<channel>/messages/<message>"',
    }),
  },
  {
    pattern: /parameters" object has redundant defined "(.*)" parameter/,
    words: ({ groups }) => ({
      message: `parameter "${groups[0]}" is not in the address`,
      hint: `remove it, or write {${groups[0]}} in the address`,
    }),
  },
  {
    pattern: /^Not all channel's parameters are described with "parameters" object\. Missed: (.*)\.$/,
    words: ({ groups }) => ({
      message: `the address has parameters that are not declared: ${groups[0]}`,
      hint: `declare them: "parameters: { ${groups[0]?.split(', ').join(': {}, ')}: {} }"`,
    }),
  },
  {
    pattern: /^Error thrown during AsyncAPI document (?:validation|parsing)\. Name: (.*?), message: (.*?),? stack: /s,
    words: ({ groups }) => ({
      message: `the official parser failed: ${lowerFirst(groups[1]?.split('\n')[0] ?? '')}`,
      hint: 'this may be a fault of @asyncapi/parser; make the document smaller to find what it cannot read',
    }),
  },
]

const codeHints: Readonly<Record<string, string>> = {
  'asyncapi3-required-operation-channel-unambiguity': 'refer to a channel at the root: "#/channels/<channel>"',
  'asyncapi3-required-channel-servers-unambiguity': 'refer to servers at the root: "#/servers/<server>"',
  'asyncapi3-channel-no-query-nor-fragment':
    'rename the channel: its key may hold neither "?" nor "#", its address may',
  'asyncapi2-channel-no-query-nor-fragment':
    'in AsyncAPI 2 the key of a channel is its address, and may hold neither "?" nor "#": list the patterns that a queue is bound to under bindTo of the x-idempotency',
  'asyncapi2-operation-operationId-uniqueness': 'give each operation an operationId of its own',
  'asyncapi2-message-messageId-uniqueness': 'give each message a messageId of its own, or refer to one message',
  'asyncapi2-message-examples': 'correct the example or the schema: such a message would be refused',
  'asyncapi2-schema-examples': 'correct the example or the schema: such a value would be refused',
  'asyncapi2-schema-default': 'correct the default or the schema: such a value would be refused',
  'invalid-ref': 'correct the reference',
}

const annotationHint = 'it belongs under x-idempotency: indent it below "x-idempotency:"'

function unknownKey({ place, value, groups }: Said): Words {
  const key = groups[0] ?? ''
  const parent = place.pointer.slice(0, place.pointer.lastIndexOf('/'))
  const meant = meantKey(parent, key)
  const hint = meant === undefined ? improvisedKeyHint(place.pointer, value) : `did you mean "${meant}"?`
  const elsewhere = otherVersionHint(parent, key) ?? (isAnnotationKey(parent, key) ? annotationHint : undefined)
  return {
    message: `"${key}" is not known here`,
    hint: elsewhere ?? hint ?? 'remove it; keys of your own start with "x-"',
  }
}

function notAllowed({ groups, name, value, place }: Said): Words {
  const [allowed, meant] = groups
  const choice = allowed === undefined ? 'not one of the allowed values' : `none of ${allowed}`
  const listed = allowed === undefined ? readTheSpecification : 'write one of these'
  const usual = meant === undefined ? listed : `did you mean ${meant}?`
  return { message: `${name}: ${shortJson(value)} is ${choice}`, hint: bindingValueHint(place.pointer) ?? usual }
}

/** The parser's own words without the name in front, which is that of the use and not of the place. */
function plainMessage({ diagnostic, place }: Diagnosed): string {
  const said = diagnostic.message.split('\n')[0]?.replace(/\.$/, '') ?? ''
  const rest = /^(?:".*?" property|Object|Item at index \d+) (.*)$/.exec(said)?.[1]
  return rest === undefined ? lowerFirst(said) : `${nameOf(place.pointer)} ${rest}`
}

function nameOf(pointer: string): string {
  const name = pointerSegments(pointer).at(-1)
  return name === undefined ? 'the document' : `"${name}"`
}

/** Names in capitals, such as JSON, stay as they are. */
function lowerFirst(text: string): string {
  return /^[A-Z](?![A-Z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

const types: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

function typesInWords(names = ''): string {
  return names
    .split(',')
    .map((name) => types[name] ?? name)
    .join(' or ')
}

function valueInWords(value: Json | undefined): string {
  if (isList(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : shortJson(value)
}

function shortJson(value: Json | undefined): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 60 ? `${json.slice(0, 59)}…` : json
}
