import { Outlet } from '../lib/router/outlet.tsx';
import type { ReactNode } from 'react';
import { session } from '../lib/session-store.ts';
import { useStore } from '../lib/store.ts';

/** Around pages of signed-in people. When the session ends they go at once, before what they read is gone; the login follows. */
export function MembersOnly({ children = <Outlet /> }: { children?: ReactNode }) {
  const { user } = useStore(session);
  return user === null ? null : children;
}
