import type { Json, JsonObject } from '../../model/document.js'
import { sentences } from '../doc.js'
import { wantsInteger } from './json-types.js'

/** What validation asks for beyond the type, as sentences: `1 to 64 characters.` Empty where it asks for nothing. */
export function constraintText(schema: JsonObject): string {
  const clauses = [
    wantsInteger(schema) ? 'integer' : '',
    numberRange(schema),
    typeof schema.multipleOf === 'number' ? `a multiple of ${schema.multipleOf}` : '',
    count(schema.minLength, schema.maxLength, 'character'),
    count(schema.minItems, schema.maxItems, 'item'),
    schema.uniqueItems === true ? 'no item twice' : '',
    count(schema.minProperties, schema.maxProperties, 'property'),
  ]
  return sentences(
    capitalised(clauses.filter((clause) => clause !== '').join(', ')),
    formatText(schema.format),
    typeof schema.pattern === 'string' ? `Matches \`${schema.pattern}\`` : '',
    schema.readOnly === true ? 'Read only' : '',
    schema.writeOnly === true ? 'Write only' : '',
    schema.default === undefined ? '' : `Default \`${JSON.stringify(schema.default)}\``,
  )
}

function numberRange(schema: JsonObject): string {
  const [minimum, maximum] = [numberOf(schema.minimum), numberOf(schema.maximum)]
  const above = numberOf(schema.exclusiveMinimum)
  const below = numberOf(schema.exclusiveMaximum)
  const bounds = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined ? `at least ${minimum}` : '',
    minimum === undefined && maximum !== undefined ? `at most ${maximum}` : '',
    above === undefined ? '' : `greater than ${above}`,
    below === undefined ? '' : `less than ${below}`,
  ]
  return bounds.filter((bound) => bound !== '').join(', ')
}

function count(minimum: Json | undefined, maximum: Json | undefined, noun: string): string {
  const least = numberOf(minimum) ?? 0
  const most = numberOf(maximum)
  if (most === undefined) return least === 0 ? '' : `at least ${least} ${plural(noun, least)}`
  if (least === most) return `exactly ${most} ${plural(noun, most)}`
  return least === 0 ? `at most ${most} ${plural(noun, most)}` : `${least} to ${most} ${plural(noun, most)}`
}

function plural(noun: string, amount: number): string {
  if (amount === 1) return noun
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

const formats: Readonly<Record<string, string>> = {
  date: 'ISO 8601 date',
  'date-time': 'ISO 8601 date and time',
  time: 'ISO 8601 time',
  duration: 'ISO 8601 duration',
}

function formatText(format: Json | undefined): string {
  if (typeof format !== 'string') return ''
  return Object.hasOwn(formats, format) ? (formats[format] ?? '') : `Format \`${format}\``
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
