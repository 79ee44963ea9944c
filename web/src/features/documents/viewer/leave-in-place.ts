/**
 * Scrolls what holds an element until it is again that far from the top of the window, in CSS pixels. A document that opens beside a
 * conversation makes it narrower: what stands above grows, and what was pressed would go out of sight where the browser does not follow it.
 */
export function leaveInPlace(element: Element, top: number): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
}
