import { isList, isObject, type Json } from '../../../generator/model/document.js'
import { joinPointer, pointerSegments } from '../../../generator/model/pointer.js'
import { edited, type Node, nodesOf, renamed, valueAt } from './edit.js'
import type { Random } from './random.js'

/** Makes another document of one; undefined when there is nothing in it to change that way. */
export type Mutation = (root: Json, random: Random) => Json | undefined

/** Changes that know nothing of AsyncAPI: what slips of the hand and bad merges do to a document. */
export const generalMutations: Readonly<Record<string, Mutation>> = {
  'a key is gone': atMember((root, { path }) => edited(root, path, undefined)),
  'a key is misspelled': atMember((root, { path }) => renamed(root, path, `${path.at(-1)}s`)),
  'a key has an odd name': atMember((root, { path }, random) =>
    renamed(root, path, random.pick(['a/b', 'é', 'a.b', '{x}', '0', '~', '%41', 'a b', 'constructor', '$ref', ''])),
  ),
  'a value has another type': atNode((root, { path }, random) =>
    edited(root, path, random.pick<Json>([5, 'text', true, null, [], {}, ['text'], { type: 'string' }])),
  ),
  'a text has another end': atNode((root, { path, value }) =>
    typeof value === 'string' && path.at(-1) !== '$ref' ? edited(root, path, `${value}x`) : undefined,
  ),
  'a text is empty': atNode((root, { path, value }) =>
    typeof value === 'string' && path.at(-1) !== '$ref' ? edited(root, path, '') : undefined,
  ),
  'a number is another': atNode((root, { path, value }, random) =>
    typeof value === 'number' ? edited(root, path, random.pick([-1, 0.5, 1e12, value + 1])) : undefined,
  ),
  'a key is not known': atObject((root, { path }, random) =>
    edited(root, [...path, random.pick(['zap', 'é', 'a/b', 'type', 'name', 'description', 'required'])], 1),
  ),
  'an extension more': atObject((root, { path }) => edited(root, [...path, 'x-zap'], { anything: [1] })),
  'a member is there twice': atMember((root, { path, value }) =>
    edited(root, [...path.slice(0, -1), `${path.at(-1)}Copy`], value),
  ),
  'an item is there twice': atNode((root, { path, value }) =>
    isList(value) && value.length > 0 ? edited(root, path, [...value, value[0] ?? null]) : undefined,
  ),
  'a member stands elsewhere': atMember((root, { path, value }, random) => {
    const elsewhere = random.pick(objectsIn(root))
    return edited(edited(root, path, undefined), [...elsewhere.path, path.at(-1) ?? ''], value)
  }),
  'a value comes from elsewhere': atNode((root, { path }, random) =>
    edited(root, path, random.pick(nodesOf(root)).value),
  ),
  'an object is a list': atObject((root, { path, value }) => edited(root, path, Object.values(value))),
  'a list is an object': atNode((root, { path, value }) =>
    isList(value) ? edited(root, path, Object.fromEntries(value.map((item, i) => [`k${i}`, item]))) : undefined,
  ),
  'the keys have another order': atObject((root, { path, value }) =>
    edited(root, path, Object.fromEntries(Object.entries(value).toReversed())),
  ),
  'a reference leads elsewhere': atReference((root, { path }, random) => {
    const elsewhere = random.pick(nodesOf(root).filter(({ value }) => isObject(value)))
    return edited(root, path, { $ref: `#${joinPointer('', ...elsewhere.path)}` })
  }),
  'a reference leads where another does': atReference((root, { path }, random) =>
    edited(root, path, random.pick(nodesOf(root).filter(isReference)).value),
  ),
  'a reference is written out': atReference((root, { path, value }) => {
    const ref = isObject(value) && typeof value.$ref === 'string' ? value.$ref : ''
    const target = ref.startsWith('#/') ? valueAt(root, pointerSegments(ref.slice(1))) : undefined
    return target === undefined ? undefined : edited(root, path, target)
  }),
  'a reference has members beside it': atReference((root, { path }) =>
    edited(root, [...path, 'description'], 'beside'),
  ),
  'a reference is a number': atReference((root, { path }) => edited(root, path, { $ref: 5 })),
  'an object is referred to': atObject((root, { path, value }, random) => {
    if (path.length === 0) return undefined
    const home = ['components', random.pick(['schemas', 'messages', 'parameters', 'x-zap']), 'Moved']
    return edited(edited(root, path, { $ref: `#/${home.join('/')}` }), home, value)
  }),
}

type AtNode = (root: Json, node: Node, random: Random) => Json | undefined

/** At a random value but the root, a few tries long. */
function atNode(change: AtNode, isMeant: (node: Node) => boolean = () => true): Mutation {
  return (root, random) => {
    const nodes = nodesOf(root).filter((node) => node.path.length > 0 && isMeant(node))
    for (let tries = 0; nodes.length > 0 && tries < 20; tries++) {
      const changed = change(root, random.pick(nodes), random)
      if (changed !== undefined) return changed
    }
    return undefined
  }
}

function atMember(change: AtNode): Mutation {
  return (root, random) => atNode(change, ({ path }) => isObject(valueAt(root, path.slice(0, -1))))(root, random)
}

function atObject(
  change: (
    root: Json,
    node: Node & { readonly value: { readonly [name: string]: Json } },
    random: Random,
  ) => Json | undefined,
): Mutation {
  return (root, random) => {
    const objects = objectsIn(root)
    if (objects.length === 0) return undefined
    const { path, value } = random.pick(objects)
    return isObject(value) ? change(root, { path, value }, random) : undefined
  }
}

function atReference(change: AtNode): Mutation {
  return atNode(change, isReference)
}

function objectsIn(root: Json): readonly Node[] {
  return nodesOf(root).filter(({ value }) => isObject(value))
}

function isReference({ value }: Node): boolean {
  return isObject(value) && typeof value.$ref === 'string'
}
