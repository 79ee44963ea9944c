import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
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
      <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>{text}</AriaTooltip>
    </TooltipTrigger>
  );
}
