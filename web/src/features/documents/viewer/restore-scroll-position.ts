/**
 * Scrolls the nearest scrollable ancestor so that an element is again at the given distance from the top of the window, in CSS pixels. A document that
 * opens beside a conversation narrows it: its text grows taller, and the clicked element would move out of sight in browsers without scroll anchoring.
 */
export function restoreScrollPosition(element: Element, top: number): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
}
