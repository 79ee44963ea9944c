import { isAbort } from '../../api/transport/api-error.ts'
import type { ReadOptions } from '../../api/transport/stream.ts'
import type { ChatPort } from './port.ts'
import type { ChatState } from './screen.ts'
import { initialDelivery, type DeliveryOptions, type DeliveryEffect, type DeliveryOutcome, noEffect, type Delivery } from './state.ts'
import { handleCommand, type ChatCommand } from './commands.ts'
import { handleOutcome } from './transitions.ts'

type ReplyEffect = Extract<DeliveryEffect, { type: 'reply' | 'resume' }>
type RequestEffect = Extract<DeliveryEffect, { type: 'enter' | 'load' | 'showVersion' | 'pause' }>

/** Runs the effects that `deliver` asks for against a server, and feeds their outcomes back to it. */
export function runDelivery(port: ChatPort, options: DeliveryOptions, announce: (text: string) => void) {
  let delivery = initialDelivery(options)
  let controller = new AbortController()
  let isFrameScheduled = false
  const never = new AbortController().signal
  const listeners = new Set<() => void>()

  function show() {
    isFrameScheduled = false
    for (const listener of listeners) listener()
  }

  /** Applies an event. Text chunks come faster than frames: they are shown together at the next frame, anything else at once. */
  function dispatch(event: DeliveryEvent): readonly DeliveryEffect[] {
    const { chat } = delivery
    delivery = reduceDelivery(delivery, event)
    const { effects } = delivery
    if (delivery.chat === chat) return effects
    if (event.type !== 'piece' || event.replyEvent.type !== 'delta') show()
    else if (!isFrameScheduled) {
      isFrameScheduled = true
      port.nextFrame(() => isFrameScheduled && show())
    }
    return effects
  }

  /** Applies an event. Resolves when all its consequences have been applied. */
  async function run(event: DeliveryEvent): Promise<void> {
    await Promise.all(dispatch(event).map(runEffect))
  }

  function report(event: DeliveryOutcome): void {
    for (const effect of dispatch(event)) void runEffect(effect)
  }

  function runEffect(effect: DeliveryEffect): Promise<void> | void {
    switch (effect.type) {
      case 'announce':
        return announce(effect.text)
      case 'drop':
        controller.abort(new DOMException('Left', 'AbortError'))
        controller = new AbortController()
        return
      case 'stop':
        return port.stop(effect.stream_id).then(
          () => undefined,
          () => undefined,
        )
      case 'reply':
      case 'resume':
        return runAndReport(effect.ticket, controller.signal, (signal) => readStream(port, effect, signal, report))
      case 'enter':
      case 'showVersion':
        return runAndReport(effect.ticket, controller.signal, (signal) => runRequest(port, effect, signal))
      case 'load':
      case 'pause':
        return runAndReport(effect.ticket, effect.isForStop ? never : controller.signal, (signal) => runRequest(port, effect, signal))
    }
  }

  /** Runs `work` and applies its outcome. A failure is an outcome too, except an abort, which is ignored. */
  async function runAndReport(ticket: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<DeliveryOutcome>): Promise<void> {
    const event = await work(signal).catch((error: unknown): DeliveryOutcome | null =>
      isAbort(error) || signal.aborted ? null : { type: 'missed', ticket, error },
    )
    if (event !== null) await run(event)
  }

  return {
    take: dispatch,
    run,
    state: (): ChatState => delivery.chat,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

async function runRequest(port: ChatPort, call: RequestEffect, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { ticket } = call
  if (call.type === 'enter') return { type: 'found', ticket, loaded: await port.enter(signal) }
  if (call.type === 'load') return { type: 'found', ticket, loaded: await port.load(call.conversation_id, signal) }
  if (call.type === 'showVersion') {
    await port.showVersion(call.conversation_id, call.message_id)
    return { type: 'found', ticket, loaded: await port.load(call.conversation_id, signal) }
  }
  await port.pause(call.ms, signal)
  return { type: 'passed', ticket }
}

/** Reads a reply to its end and reports each event to `report`. Rejects as the stream does. */
async function readStream(port: ChatPort, reading: ReplyEffect, signal: AbortSignal, report: (event: DeliveryOutcome) => void): Promise<DeliveryOutcome> {
  const { ticket } = reading
  const options: ReadOptions = {
    signal,
    onStarted: (stream_id) => report({ type: 'named', ticket, stream_id }),
    onCut: (isCut) => report({ type: 'cut', ticket, isCut }),
  }
  const replyEvents = reading.type === 'reply' ? port.reply(reading.request, options) : port.resume(reading.stream_id, options)
  for await (const replyEvent of replyEvents) report({ type: 'piece', ticket, replyEvent })
  return { type: 'ended', ticket }
}

export type DeliveryEvent = ChatCommand | DeliveryOutcome

/** Reducer of the exchange with the server, without a network: returns what to show and the effects to run after each event. */
export function reduceDelivery(delivery: Delivery, event: DeliveryEvent): Delivery {
  const withoutEffects = delivery.effects === noEffect ? delivery : { ...delivery, effects: noEffect }
  return 'ticket' in event ? handleOutcome(withoutEffects, event) : handleCommand(withoutEffects, event)
}
