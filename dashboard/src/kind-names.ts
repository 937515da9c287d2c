import type { DataOf } from './api/queries.ts'
import type { inboxQuery } from './inbox/queries.ts'

type Row = DataOf<typeof inboxQuery>['items'][number]
export type Kind = NonNullable<Row['kind']>
export type Magnitude = NonNullable<Row['magnitude']>
export type Confidence = NonNullable<Row['confidence']>

/** In the order of the keys 1 to 9. */
export const KIND_NAMES: readonly Kind[] = [
  ...(['feature', 'improvement', 'fix', 'performance', 'security'] as const),
  ...(['deprecation', 'removal', 'documentation', 'maintenance'] as const),
]
export const MAGNITUDE_NAMES: readonly Magnitude[] = ['patch', 'minor', 'major']
export const CONFIDENCE_NAMES: readonly Confidence[] = ['low', 'medium', 'high']
