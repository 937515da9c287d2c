import { createRootRoute } from '@tanstack/react-router'
import { Root } from './root.tsx'

/** What every page is in. */
export const rootRoute = createRootRoute({ component: Root })
