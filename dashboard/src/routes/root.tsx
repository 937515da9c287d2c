import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Connection } from '../parts/connection.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <>
      <Connection />
      <Outlet />
    </>
  ),
})
