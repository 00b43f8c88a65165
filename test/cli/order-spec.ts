/** A small document: one event to two groups, one that is only published. */
export const orderSpec = `asyncapi: 3.0.0
info:
  title: Orders
  version: 1.0.0
channels:
  orderPaid:
    address: order.paid
    messages:
      OrderPaid:
        $ref: '#/components/messages/OrderPaid'
    x-idempotency:
      eventType: ORDER_PAID
      businessKey: [orderId]
      consumers:
        billing: {}
        mailing:
          errorClasses:
            business: [AddressUnknown]
    bindings:
      amqp:
        is: routingKey
        exchange: { name: orders, type: topic }
operations:
  sendOrderPaid:
    action: send
    channel:
      $ref: '#/channels/orderPaid'
  onOrderPaid:
    action: receive
    channel:
      $ref: '#/channels/orderPaid'
components:
  messages:
    OrderPaid:
      payload:
        type: object
        required: [orderId, amount]
        additionalProperties: false
        properties:
          orderId:
            type: string
          amount:
            type: integer
`
