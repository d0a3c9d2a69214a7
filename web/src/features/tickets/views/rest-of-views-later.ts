import { lazyPart } from '../../../api/fetch-part.ts';
import type Rest from './rest-of-views.tsx';

/** Hardly any company has more than a page of products, or of teams. A lazy part forgets that its noun may be any. */
export const RestOfViews = lazyPart(() => import('./rest-of-views.tsx')) as unknown as typeof Rest;
