import { obey, type Command } from './delivery-commands.ts'
import { goOn } from './delivery-outcomes.ts'
import { noEffect, type Delivery, type Outcome } from './delivery-state.ts'

export type DeliveryEvent = Command | Outcome

/** Reducer of the exchange with the server, without a network: returns what to show and the effects to run after each event. */
export function deliver(delivery: Delivery, event: DeliveryEvent): Delivery {
  const quiet = delivery.effects === noEffect ? delivery : { ...delivery, effects: noEffect }
  return 'ticket' in event ? goOn(quiet, event) : obey(quiet, event)
}
