import type { ComponentProps } from 'react'
import { Banner } from './Banner.tsx'

/** What a screen tells of what was just done, or could not be. */
export interface Told {
  tone: 'success' | 'error'
  sentence: string
}

interface NoticeProps extends Partial<Omit<ComponentProps<typeof Banner>, 'children'>> {
  sentence?: string | false | null
}

/** A banner of one sentence, while there is one. */
export function Notice({ sentence, tone = 'success', ...banner }: NoticeProps) {
  return sentence ? (
    <Banner tone={tone} {...banner}>
      {sentence}
    </Banner>
  ) : null
}
