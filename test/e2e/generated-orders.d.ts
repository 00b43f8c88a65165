/** The emitted code of specs/orders.yaml, under the name that the entries of this folder are bundled with. */
declare module 'generated-orders' {
  export * from '../../output-example/orders/generated/index.js'
}
