import { useParams } from '../../router/Routes.tsx'
import { SharedPage } from './SharedPage.tsx'
import { SharesPage } from './SharesPage.tsx'

/** Both pages, whose code is one: the list, or the conversation that the address names. */
export function Shares() {
  return useParams()['shareId'] === undefined ? <SharesPage /> : <SharedPage />
}
