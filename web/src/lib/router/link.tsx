import type { ComponentPropsWithRef } from 'react';
import type { Path } from '../../paths.ts';
import { hrefOf } from './address.ts';
import { useHere } from './outlet.tsx';

/** <Link to={paths.directory} search={{ uid }}>…</Link>: an ordinary link; its page is on its way when somebody reaches for it. */
interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: Path;
  search?: { readonly [name: string]: string | undefined };
  hash?: string;
  replace?: boolean;
  /** False: the place in the page stays. */
  resetScroll?: boolean;
  /** Marked as the current page on this very path only, not below it. */
  isExact?: boolean;
}

export function Link({
  to,
  search,
  hash,
  replace = false,
  resetScroll = true,
  isExact = false,
  onClick,
  children,
  ...native
}: LinkProps) {
  const { router, shown } = useHere();
  const target = { to, ...(search && { search }), ...(hash && { hash }) };
  const href = hrefOf(target);
  const { pathname, search: current } = shown.address;
  const isBelow = !isExact && pathname.startsWith(`${to}/`);
  const isCurrent =
    (pathname === to || isBelow) &&
    Object.entries(search ?? {}).every(([name, value]) => (value || undefined) === current[name]);
  const preload = () => void router.preload(href);
  return (
    <a
      {...native}
      href={href}
      {...(isCurrent && { 'aria-current': 'page' })}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        onClick?.(event);
        const isPlain =
          event.button === 0 &&
          !event.metaKey &&
          !event.ctrlKey &&
          !event.shiftKey &&
          !event.altKey;
        if (event.defaultPrevented || !isPlain || (native.target ?? '_self') !== '_self') return;
        event.preventDefault();
        void router.navigate({ ...target, replace, resetScroll });
      }}
    >
      {children}
    </a>
  );
}
