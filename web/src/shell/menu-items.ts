import { Code, House, MessageCircle, UserRoundCheck, UsersRound, type LucideIcon } from 'lucide-react';
import type { LabelKey } from '../lib/messages.ts';
import { paths } from '../paths.ts';

interface MenuItem {
  to: typeof paths.home | typeof paths.directory | typeof paths.connections | typeof paths.development;
  label: LabelKey;
  icon: LucideIcon;
  /** Active on this very path only. */
  isExact?: boolean;
  /** Only at schools that have the connect feature on. */
  needsConnect?: boolean;
  isBuilt: true;
}

/** A section that is not built yet has no address and does not appear. */
interface LaterItem extends Pick<MenuItem, 'label' | 'icon'> {
  isBuilt: false;
}

/** Left bar and bottom menu, in their order. */
const items: readonly (MenuItem | LaterItem)[] = [
  { to: paths.home, label: 'nav.home', icon: House, isExact: true, isBuilt: true },
  { to: paths.directory, label: 'nav.directory', icon: UsersRound, isBuilt: true },
  { label: 'nav.chat', icon: MessageCircle, isBuilt: false },
  { to: paths.development, label: 'nav.development', icon: Code, isBuilt: true },
  { to: paths.connections, label: 'nav.connections', icon: UserRoundCheck, needsConnect: true, isBuilt: true },
];

export const menuItems = (isConnectOn: boolean): readonly MenuItem[] =>
  items.filter((item) => item.isBuilt).filter((item) => isConnectOn || !item.needsConnect);
