import { use, type ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger, TooltipTriggerStateContext } from 'react-aria-components';
import type { Placement } from 'react-aria-components';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  text: string;
  placement?: Placement;
  isDisabled?: boolean;
  /** One focusable element of this kit or of react-aria (Button, Link, Focusable). */
  children: ReactElement;
}

/** A short text next to its trigger, on hover and on focus. Never the only place of an information. */
export function Tooltip({ text, placement = 'top', isDisabled = false, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80} isDisabled={isDisabled}>
      {children}
      <Bubble text={text} placement={placement} />
    </TooltipTrigger>
  );
}

function Bubble({ text, placement }: { text: string; placement: Placement }) {
  const state = use(TooltipTriggerStateContext);
  // Inside a landmark, for who moves from one to the next.
  const container = state?.isOpen ? (document.querySelector('main') ?? undefined) : undefined;
  return <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6} UNSTABLE_portalContainer={container}>{text}</AriaTooltip>;
}
