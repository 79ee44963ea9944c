import { isAbort } from '../../api/transport/api-error.ts'
import type { ReadOptions } from '../../api/transport/stream.ts'
import type { ChatPort } from './chat-port.ts'
import type { ChatState } from '../chat-state.ts'
import { deliver, type DeliveryEvent } from './delivery.ts'
import { initialDelivery, type DeliveryOptions, type Effect, type Outcome } from './delivery-state.ts'

type Reading = Extract<Effect, { type: 'reply' | 'resume' }>
type Call = Extract<Effect, { type: 'enter' | 'load' | 'showVersion' | 'pause' }>

/** Runs the effects that `deliver` asks for against a server, and feeds their outcomes back to it. */
export function runDelivery(port: ChatPort, options: DeliveryOptions, announce: (text: string) => void) {
  let delivery = initialDelivery(options)
  let controller = new AbortController()
  let isTextWaiting = false
  const never = new AbortController().signal
  const listeners = new Set<() => void>()

  function show() {
    isTextWaiting = false
    for (const listener of listeners) listener()
  }

  /** Applies an event. Text chunks come faster than frames: they are shown together at the next frame, anything else at once. */
  function take(event: DeliveryEvent): readonly Effect[] {
    const { chat } = delivery
    delivery = deliver(delivery, event)
    const { effects } = delivery
    if (delivery.chat === chat) return effects
    if (event.type !== 'piece' || event.piece.type !== 'delta') show()
    else if (!isTextWaiting) {
      isTextWaiting = true
      port.nextFrame(() => isTextWaiting && show())
    }
    return effects
  }

  /** Applies an event. Resolves when all its consequences have been applied. */
  async function run(event: DeliveryEvent): Promise<void> {
    await Promise.all(take(event).map(play))
  }

  function tell(event: Outcome): void {
    for (const effect of take(event)) void play(effect)
  }

  function play(effect: Effect): Promise<void> | void {
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
        return outcome(effect.ticket, controller.signal, (signal) => read(port, effect, signal, tell))
      case 'enter':
      case 'showVersion':
        return outcome(effect.ticket, controller.signal, (signal) => answer(port, effect, signal))
      case 'load':
      case 'pause':
        return outcome(effect.ticket, effect.isForStop ? never : controller.signal, (signal) => answer(port, effect, signal))
    }
  }

  /** Runs `work` and applies its outcome. A failure is an outcome too, except an abort, which is ignored. */
  async function outcome(ticket: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Outcome>): Promise<void> {
    const event = await work(signal).catch((error: unknown): Outcome | null => (isAbort(error) || signal.aborted ? null : { type: 'missed', ticket, error }))
    if (event !== null) await run(event)
  }

  return {
    take,
    run,
    state: (): ChatState => delivery.chat,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

async function answer(port: ChatPort, call: Call, signal: AbortSignal): Promise<Outcome> {
  const { ticket } = call
  if (call.type === 'enter') return { type: 'found', ticket, found: await port.enter(signal) }
  if (call.type === 'load') return { type: 'found', ticket, found: await port.load(call.conversation_id, signal) }
  if (call.type === 'showVersion') {
    await port.showVersion(call.conversation_id, call.message_id)
    return { type: 'found', ticket, found: await port.load(call.conversation_id, signal) }
  }
  await port.pause(call.ms, signal)
  return { type: 'passed', ticket }
}

/** Reads a reply to its end and reports each event to `tell`. Rejects as the stream does. */
async function read(port: ChatPort, reading: Reading, signal: AbortSignal, tell: (event: Outcome) => void): Promise<Outcome> {
  const { ticket } = reading
  const options: ReadOptions = {
    signal,
    onStarted: (stream_id) => tell({ type: 'named', ticket, stream_id }),
    onCut: (isCut) => tell({ type: 'cut', ticket, isCut }),
  }
  const pieces = reading.type === 'reply' ? port.reply(reading.request, options) : port.resume(reading.stream_id, options)
  for await (const piece of pieces) tell({ type: 'piece', ticket, piece })
  return { type: 'ended', ticket }
}
