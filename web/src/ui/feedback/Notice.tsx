import type { ComponentProps } from 'react'
import { Banner } from './Banner.tsx'

/** Notice about the result of an action: its tone and its sentence. */
export interface NoticeContent {
  tone: 'success' | 'error'
  sentence: string
}

interface NoticeProps extends Partial<Omit<ComponentProps<typeof Banner>, 'children'>> {
  sentence?: string | false | null
}

/** Banner of one sentence; renders nothing while `sentence` is empty. */
export function Notice({ sentence, tone = 'success', ...banner }: NoticeProps) {
  return sentence ? (
    <Banner tone={tone} {...banner}>
      {sentence}
    </Banner>
  ) : null
}
