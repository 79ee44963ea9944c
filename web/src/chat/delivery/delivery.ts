import { obey, type Command } from './delivery-commands.ts'
import { goOn } from './delivery-outcomes.ts'
import { noEffect, type Delivery, type Outcome } from './delivery-state.ts'

export type DeliveryEvent = Command | Outcome

/** The delivery of turns, without a network: what is shown and what is asked of the world after each event, in any order. */
export function deliver(delivery: Delivery, event: DeliveryEvent): Delivery {
  const quiet = delivery.effects === noEffect ? delivery : { ...delivery, effects: noEffect }
  return 'ticket' in event ? goOn(quiet, event) : obey(quiet, event)
}
