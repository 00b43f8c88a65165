/** An event as services have them: its payload, all of it required, and the key that its team chose. */
export interface OrdinaryEvent {
  readonly name: string
  readonly fields: readonly string[]
  readonly key: readonly string[]
}

/**
 * Keys that are right. A field is a string, or what stands behind a colon: integer, number, boolean, a format, or a list
 * of words for an enum; `order.id` is a field of an object.
 */
const table = `
OrderPlaced            orderId customerId total:number placedAt:date-time                     -> orderId
OrderPaid              orderId transactionId userId amount:integer paidAt:date-time            -> orderId transactionId
OrderCancelled         order.id order.reason customer.id cancelledBy                           -> order.id
OrderLineAdded         orderId lineNumber:integer sku quantity:integer                         -> orderId lineNumber
OrderStatusChanged     orderId version:integer status:[open,paid,sent]                         -> orderId version
OrderStatusReached     orderId status:[open,paid,sent] at:date-time                            -> orderId status
ORDER_SHIPPED          order_id parcel_id carrier tracking_number                              -> order_id parcel_id
OrderImported          shopId externalReference source                                         -> shopId externalReference
CartCheckedOut         cartId userId                                                           -> cartId
BasketAbandoned        sessionId userId day:date                                               -> userId day
PaymentCaptured        paymentId orderId amount:integer currency                               -> paymentId
PaymentFailed          paymentId attemptId reason                                              -> paymentId attemptId
RefundIssued           refundId paymentId                                                      -> refundId
PayoutScheduled        merchantId payoutDate:date amount:integer                               -> merchantId payoutDate
InvoiceCreated         invoiceNumber customerId dueDate:date                                   -> invoiceNumber
SubscriptionRenewed    subscriptionId billingPeriod                                            -> subscriptionId billingPeriod
ChargebackReceived     caseNumber cardId:uuid                                                  -> caseNumber
TransferBooked         accountId postingId amount:integer valueDate:date                       -> postingId
AccountDebited         accountId entryNumber:integer                                           -> accountId entryNumber
AccountClosed          accountId closedAt:date-time closingReason                              -> accountId
StatementMade          accountId month                                                         -> accountId month
StockReserved          reservationId warehouseId sku quantity:integer                          -> warehouseId reservationId
StockCounted           warehouseId sku countedOn:date counted:integer                          -> warehouseId sku countedOn
StockLevelChanged      sku warehouseId sequence:integer level:integer                          -> sku warehouseId sequence
PriceChanged           sku validFrom:date-time price:number                                    -> sku validFrom
ArticleReleased        articleCode revision:integer                                            -> articleCode revision
GoodsReceived          deliveryNoteNumber supplierId                                           -> supplierId deliveryNoteNumber
ShipmentDispatched     shipmentId deliveryId                                                   -> deliveryId
UserRegistered         userId email:email registeredAt:date-time invitationId                  -> userId
UserDeleted            userId requestedBy                                                      -> userId
UserRoleGranted        userId role                                                             -> userId role
UserLoggedIn           userId sessionId device                                                 -> sessionId
PasswordResetRequested userId resetId                                                          -> resetId
EmailConfirmed         userId emailId                                                          -> emailId
ProfileChanged         userId revision:integer                                                 -> userId revision
CustomerMerged         customerId mergedCustomerId                                             -> customerId mergedCustomerId
TenantCreated          tenantId plan:[free,paid]                                               -> tenantId
MemberJoined           teamId memberId                                                         -> teamId memberId
MemberLeft             organizationId userId                                                   -> organizationId userId
DeviceProvisioned      deviceId firmware                                                       -> deviceId
SensorReading          sensorId measuredAt:date-time value:number                              -> sensorId measuredAt
TemperatureMeasured    deviceId sequenceNumber:integer celsius:number                          -> deviceId sequenceNumber
MeterRead              meterId readingDate:date kwh:integer                                    -> meterId readingDate
AlarmRaised            deviceId alarmCode raisedAt:date-time                                   -> deviceId alarmCode
FirmwareUpdated        deviceId firmwareVersion                                                -> deviceId firmwareVersion
WindowAggregated       deviceId windowStart:date-time mean:number                              -> deviceId windowStart
VehicleMoved           vehicleId tripId position:integer                                       -> vehicleId tripId position
TicketOpened           ticketId reporterId title                                               -> ticketId
TicketCommented        ticketId commentId author                                               -> ticketId commentId
TicketAssigned         ticketNumber:integer assigneeId revision:integer                        -> ticketNumber revision
SeatBooked             performanceId seat bookingId                                            -> performanceId seat
AppointmentBooked      doctorId slotStart:date-time patientId                                  -> doctorId slotStart
LeaveRequested         leaveRequestId employeeId                                               -> leaveRequestId
FlightDeparted         flightNumber departureDate:date gate                                    -> flightNumber departureDate
CouponIssueRequested   userId activityId couponId                                              -> userId activityId couponId
BonusGranted           userId campaign grantedFor:date                                         -> userId campaign grantedFor
NotificationRequested  templateId recipientId orderId                                          -> templateId recipientId orderId
DocumentSigned         documentId signerId                                                     -> documentId signerId
JobFinished            jobId run:integer                                                       -> jobId run
CommandReceived        idempotencyKey command                                                  -> idempotencyKey
CloudEventArrived      source id type                                                          -> source id
OutboxPublished        eventId aggregateId aggregateType                                       -> eventId
TimerFired             timerId scheduledFor:date-time                                          -> timerId scheduledFor
`

export const ordinaryEvents: readonly OrdinaryEvent[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [left = '', right = ''] = line.split('->')
    const [name = '', ...fields] = left.trim().split(/\s+/)
    return { name, fields, key: right.trim().split(/\s+/) }
  })

/** The channel of an event, as JSON. */
export function channelOf({ name, fields, key }: OrdinaryEvent) {
  return {
    address: name.replace(/(?<=[a-z])(?=[A-Z])/g, '.').toLowerCase(),
    messages: { [name]: { payload: objectOf(fields.map((field) => field.split(':'))) } },
    bindings: { amqp: { is: 'routingKey', exchange: { name: 'company.events', type: 'topic' } } },
    'x-idempotency': { businessKey: key, consumerGroup: `on-${name}` },
  }
}

function objectOf(fields: readonly (readonly string[])[]): Record<string, unknown> {
  const names = [...new Set(fields.map(([name = '']) => name.split('.')[0] ?? ''))]
  const properties = names.map((name) => {
    const inner = fields.flatMap(([path = '', type]) => {
      return path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), ...(type === undefined ? [] : [type])]] : []
    })
    const own = fields.find(([path]) => path === name)
    return [name, inner.length > 0 ? objectOf(inner) : schemaOf(own?.[1])] as const
  })
  return { type: 'object', required: names, properties: Object.fromEntries(properties) }
}

function schemaOf(type = 'string'): Record<string, unknown> {
  if (['string', 'integer', 'number', 'boolean'].includes(type)) return { type }
  const words = /^\[(.*)\]$/.exec(type)?.[1]?.split(',')
  return words === undefined ? { type: 'string', format: type } : { type: 'string', enum: words }
}
