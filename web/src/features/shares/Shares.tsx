import { useParams } from '../../router/Routes.tsx'
import { SharedPage } from './SharedPage.tsx'
import { SharesPage } from './SharesPage.tsx'

/** Both pages of the shares, in one chunk: the list, or the shared conversation in the URL. */
export function Shares() {
  return useParams()['shareId'] === undefined ? <SharesPage /> : <SharedPage />
}
