import type { Code } from './code.js'

/** What a template prints: code, and lists of such. Nothing else can reach the output. */
export type View = { readonly [name: string]: Code | boolean | readonly Code[] | readonly View[] | View }

/** Turns a view into the text of a file by the template of that name. */
export type Fill = (template: string, view: View) => string

/**
 * Handlebars as we use it: text is printed as it is, and a name that the view lacks is an error, also in `if` and
 * `each`, which print nothing by themselves. `templates`: texts by path under `templates/`.
 */
export async function templateEngine(templates: ReadonlyMap<string, string>): Promise<Fill> {
  const { default: handlebars } = await import('handlebars')
  const engine = handlebars.create()
  const { each, if: when } = engine.helpers
  for (const [name, original] of [
    ['each', each],
    ['if', when],
  ] as const) {
    if (original === undefined) throw new Error(`handlebars has no helper "${name}"`)
    engine.registerHelper(name, function (this: unknown, value: unknown, options: unknown) {
      if (value === undefined) throw new Error(`a template asks for "${name}" of something that the view does not have`)
      return original.call(this, value, options as Parameters<typeof original>[1])
    })
  }
  const compiled = new Map<string, ReturnType<typeof engine.compile>>()
  return (name, view) => {
    const template =
      compiled.get(name) ?? engine.compile(templateText(name, templates), { strict: true, noEscape: true })
    compiled.set(name, template)
    return tidy(template(view))
  }
}

function templateText(name: string, templates: ReadonlyMap<string, string>): string {
  const text = templates.get(name)
  if (text === undefined) throw new Error(`the template "${name}" is missing`)
  return text
}

/** One empty line at most, none at the end: lists in templates may print nothing. No literal or comment holds one. */
function tidy(text: string): string {
  return `${text
    .replaceAll('\r\n', '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}
