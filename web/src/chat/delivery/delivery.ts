import { handleCommand, type ChatCommand } from './delivery-commands.ts'
import { handleOutcome } from './delivery-outcomes.ts'
import { noEffect, type Delivery, type DeliveryOutcome } from './delivery-state.ts'

export type DeliveryEvent = ChatCommand | DeliveryOutcome

/** Reducer of the exchange with the server, without a network: returns what to show and the effects to run after each event. */
export function reduceDelivery(delivery: Delivery, event: DeliveryEvent): Delivery {
  const withoutEffects = delivery.effects === noEffect ? delivery : { ...delivery, effects: noEffect }
  return 'ticket' in event ? handleOutcome(withoutEffects, event) : handleCommand(withoutEffects, event)
}
