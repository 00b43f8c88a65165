import { isObject, type Json } from '../../../generator/model/document.js'
import { joinPointer } from '../../../generator/model/pointer.js'
import { edited, type Node, nodesOf, renamed, valueAt } from './edit.js'
import type { Mutation } from './general-mutations.js'

/** Changes at what the rules of the parser look at; most of them pass the schemas. */
export const asyncapiMutations: Readonly<Record<string, Mutation>> = {
  'another version of AsyncAPI': (root, random) =>
    edited(
      root,
      ['asyncapi'],
      random.pick(['2.0.0', '2.1.0', '2.2.0', '2.3.0', '2.4.0', '2.5.0', '2.6.0', '3.0.0', '3.1.0']),
    ),
  'a parameter that is not declared': at(/^channels \S+$/, (root, { path, value }) =>
    isObject(value) && typeof value.address === 'string'
      ? edited(root, [...path, 'address'], `${value.address}.{zap}`)
      : renamed(root, path, `${path.at(-1)}.{zap}`),
  ),
  'a parameter that is not in the address': at(/^(?:components )?channels \S+$/, (root, { path }) =>
    edited(root, [...path, 'parameters', 'zap'], {}),
  ),
  'a channel with a query or a fragment': at(/^channels \S+$/, (root, { path }, random) =>
    renamed(root, path, `${path.at(-1)}${random.pick(['#', '?a=b', '/', '{}'])}`),
  ),
  'servers of a channel': at(/^channels \S+$/, (root, { path }, random) => {
    const [known = 'nope'] = Object.keys(isObject(root) && isObject(root.servers) ? root.servers : {})
    const servers: readonly Json[] = ['nope', known, { $ref: `#/servers/${known}` }, { $ref: '#/info' }, 5]
    return edited(root, [...path, 'servers'], [random.pick(servers), random.pick(servers)].slice(random.below(2)))
  }),
  'variables of a server': at(/^(?:components )?servers \S+$/, (root, { path, value }, random) => {
    const url = isObject(value) && typeof value.url === 'string' ? value.url : 'host'
    const variables = random.pick<Json>([
      {},
      { zap: { default: 'a' } },
      { port: { default: '1' } },
      { port: {}, zap: {} },
    ])
    return edited(edited(root, [...path, 'url'], `${url}:{port}`), [...path, 'variables'], variables)
  }),
  'security of a server or an operation': at(
    /^servers \S+$|^channels \S+ (?:publish|subscribe)$|^operations \S+$/,
    (root, { path }, random) => {
      const schemes = ['components', 'securitySchemes', 'login']
      const flows = { implicit: { authorizationUrl: 'https://a.example', scopes: { read: 'a' } } }
      const scheme = random.pick<Json>([
        { type: 'userPassword' },
        { type: 'oauth2', flows },
        { type: 'oauth2', flows: { implicit: {} } },
      ])
      const required = random.pick<Json>([
        [{ login: [] }],
        [{ login: ['read'] }],
        [{ login: ['write'] }],
        [{ nope: [] }],
        [{ login: 5 }],
        [{ $ref: '#/components/securitySchemes/login' }],
      ])
      return edited(edited(root, schemes, scheme), [...path, 'security'], required)
    },
  ),
  'the id of an operation': at(/^channels \S+ (?:publish|subscribe)$/, (root, _, random) => {
    const operations = nodesOf(root).filter(({ path }) => /^channels [^ ]+ (?:publish|subscribe)$/.test(path.join(' ')))
    const id = random.pick(['same', 'traits'])
    return operations.reduce((changed, { path }) => {
      const where = id === 'traits' && random.below(2) === 0 ? ['traits', '0', 'operationId'] : ['operationId']
      return edited(
        changed,
        where[0] === 'traits' ? [...path, 'traits'] : [...path, ...where],
        where[0] === 'traits' ? [{ operationId: id }] : id,
      )
    }, root)
  }),
  'the id of a message': at(/^components messages \S+$|^channels \S+ \S+ message$/, (root, { path, value }) =>
    isObject(value) && value.$ref === undefined && value.oneOf === undefined
      ? edited(root, [...path, 'messageId'], 'same')
      : undefined,
  ),
  'a message twice in an operation': at(/^channels \S+ (?:publish|subscribe) message$/, (root, { path, value }) => {
    return edited(root, path, { oneOf: [value, value] })
  }),
  tags: at(
    /^$|^channels \S+ \S+$|^components messages \S+$|^channels \S+ \S+ message$|^info$/,
    (root, { path }, random) =>
      edited(
        root,
        [...path, 'tags'],
        [
          { name: 'a' },
          random.pick<Json>([{ name: 'a', description: 'b' }, { name: 'a' }, { name: 'b' }, {}, { name: 5 }]),
        ],
      ),
  ),
  'examples and defaults of a schema': at(
    / payload$| schemas \S+$| schema$| properties \S+$/,
    (root, { path, value }, random) =>
      isObject(value) && value.$ref === undefined
        ? edited(
            root,
            [...path, random.pick(['default', 'examples'])],
            random.pick<Json>([5, 'a', {}, [5], [{}], ['a', null], null]),
          )
        : undefined,
  ),
  'examples of a message': at(
    /^components messages \S+$|^components messageTraits \S+$| message$| oneOf \d+$/,
    (root, { path, value }, random) => {
      if (!isObject(value) || value.$ref !== undefined) return undefined
      const part = random.pick(['payload', 'headers'])
      const example = random.pick<Json>([
        5,
        {},
        { id: 5 },
        'a',
        null,
        { createdAt: '2020-01-01T10:00:00', at: '10:00:00' },
      ])
      return edited(root, [...path, 'examples'], [{ [part]: example, ...(random.below(5) === 0 ? { zap: 1 } : {}) }])
    },
  ),
  'a format of a schema': at(
    /^components messages \S+$| message$|messages \S+ payload$/,
    (root, { path, value }, random) => {
      if (!isObject(value) || value.$ref !== undefined) return undefined
      const format = random.pick([
        'application/vnd.apache.avro;version=1.9.0',
        'application/schema+json;version=draft-07',
        'application/vnd.aai.asyncapi;version=3.0.0',
        'application/vnd.aai.asyncapi+json;version=2.6.0',
        'application/x-zap',
        5,
      ])
      if (path.at(-1) === 'payload') return edited(root, path, { schemaFormat: format, schema: value })
      return edited(root, [...path, 'schemaFormat'], format)
    },
  ),
  'a schema in a circle': at(/^components schemas \S+$/, (root, { path, value }, random) => {
    if (!isObject(value) || value.$ref !== undefined) return undefined
    const self = { $ref: `#${joinPointer('', ...path)}` }
    const where = random.pick([['properties', 'self'], ['allOf'], ['items'], ['additionalProperties'], ['oneOf']])
    return edited(root, [...path, ...where], where[0] === 'allOf' || where[0] === 'oneOf' ? [self] : self)
  }),
  'a schema that is wrong': at(
    / payload$| schemas \S+$| headers$| properties \S+$| schema$/,
    (root, { path, value }, random) =>
      isObject(value) && value.$ref === undefined
        ? edited(
            root,
            [
              ...path,
              random.pick([
                'type',
                'properties',
                'items',
                'required',
                'pattern',
                'enum',
                'minimum',
                'allOf',
                'discriminator',
                'additionalProperties',
                'format',
                'const',
                '$id',
                '$schema',
                'nullable',
              ]),
            ],
            random.pick<Json>([
              5,
              'object',
              'zap',
              '(',
              [],
              [5],
              ['a', 'a'],
              {},
              null,
              true,
              [{}],
              { type: 'zap' },
              'http://json-schema.org/draft-04/schema#',
            ]),
          )
        : undefined,
  ),
  'the messages of an operation': at(/^(?:components )?operations \S+$/, (root, { path, value }, random) => {
    const refs = nodesOf(root).flatMap((node) =>
      /^(?:components )?(?:channels \S+ )?messages \S+$/.test(node.path.join(' '))
        ? [{ $ref: `#${joinPointer('', ...node.path)}` }]
        : [],
    )
    if (refs.length === 0 || !isObject(value)) return undefined
    return edited(
      root,
      [...path, 'messages'],
      [random.pick<Json>([...refs, {}, { payload: {} }]), random.pick(refs)].slice(random.below(2)),
    )
  }),
  'the channel of an operation': at(/^(?:components )?operations \S+ channel$/, (root, { path }, random) => {
    const channels = nodesOf(root).filter((node) => /^(?:components )?channels \S+$/.test(node.path.join(' ')))
    return edited(
      root,
      path,
      random.pick<Json>([
        ...channels.map((node) => ({ $ref: `#${joinPointer('', ...node.path)}` })),
        ...channels.map(({ value }) => value),
        {},
        { $ref: '#/info' },
      ]),
    )
  }),
  'a reply of an operation': at(/^operations \S+$/, (root, { path }, random) => {
    const [channel = 'zap'] = Object.keys(isObject(root) && isObject(root.channels) ? root.channels : {})
    const reply = random.pick<Json>([
      { channel: { $ref: `#/channels/${channel}` } },
      { channel: {} },
      { address: { location: '$message.header#/replyTo' } },
      { address: {} },
      { messages: [5] },
      { messages: [{ $ref: '#/info' }] },
    ])
    return edited(root, [...path, 'reply'], reply)
  }),
  traits: at(
    /^components messages \S+$|^channels \S+ (?:publish|subscribe)$|^operations \S+$|^channels \S+ messages \S+$/,
    (root, { path, value }, random) =>
      isObject(value) && value.$ref === undefined
        ? edited(
            root,
            [...path, 'traits'],
            [
              random.pick<Json>([
                { tags: [{ name: 'a' }, { name: 'a' }] },
                { description: 'a' },
                { payload: {} },
                { $ref: '#/info' },
                { headers: { type: 'string' } },
                5,
              ]),
            ],
          )
        : undefined,
  ),
  'the headers of a message': at(
    /^components messages \S+$|^channels \S+ messages \S+$| message$/,
    (root, { path, value }, random) =>
      isObject(value) && value.$ref === undefined
        ? edited(
            root,
            [...path, 'headers'],
            random.pick<Json>([{ type: 'string' }, { type: 'object' }, {}, true, 5, { properties: { a: 5 } }]),
          )
        : undefined,
  ),
  'a binding': at(
    /^channels \S+$|^operations \S+$|^channels \S+ (?:publish|subscribe)$|^components messages \S+$/,
    (root, { path, value }, random) => {
      if (isObject(value) && value.$ref !== undefined) return undefined
      const amqp = random.pick<Json>([
        { is: 'queue' },
        { is: 'queue', queue: { name: 'q' } },
        { is: 'routingKey', exchange: { name: 'e', type: 'zap' } },
        { queue: {}, exchange: {} },
        { expiration: -1 },
        { cc: 'a' },
        { cc: ['a'], bindingVersion: '0.2.0' },
        { contentEncoding: 'gzip' },
        { bindingVersion: 'latest' },
        5,
        { ack: true, zap: 1 },
      ])
      return edited(
        root,
        [...path, 'bindings'],
        random.pick<Json>([{ amqp }, { amqp, kafka: {} }, { zap: {} }, { amqp: { $ref: '#/info' } }]),
      )
    },
  ),
}

function at(
  where: RegExp,
  change: (root: Json, node: Node, random: Parameters<Mutation>[1]) => Json | undefined,
): Mutation {
  return (root, random) => {
    const nodes = nodesOf(root).filter(({ path }) =>
      where.test(path.map((name) => name.replaceAll(' ', '_')).join(' ')),
    )
    if (nodes.length === 0) return undefined
    const node = random.pick(nodes)
    return valueAt(root, node.path) === undefined ? undefined : change(root, node, random)
  }
}
