import { createRootRoute } from '@tanstack/react-router'
import { Root } from './root.tsx'

/** The route that contains every page. */
export const rootRoute = createRootRoute({ component: Root })
