import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useMinWidth } from '../lib/media.ts';
import { useMessages } from '../lib/messages.ts';
import { useStore } from '../lib/store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Popover } from '../ui/popover.tsx';
import { MainMenu } from './main-menu-part.ts';
import { closeMenus, mainAnchor, openMenu, slidesOut } from './menus.ts';

const SlideOut = lazyComponent(() => import('./slide-out.tsx'), 'SlideOut');
const SwitchHub = lazyComponent(() => import('./switch-hub.tsx'), 'SwitchHub');

/**
 * The main menu in the form for this window and the school's layout: slide-out, a sheet on phones, or a panel next to the
 * bar.
 */
export function MainMenuContainer() {
  const { t } = useMessages();
  const open = useStore(openMenu);
  const isPhone = !useMinWidth('md');
  const isOpen = open === 'main';
  const content = (isWhole: boolean) => (
    <Suspense fallback={null}>
      <MainMenu isWhole={isWhole} />
    </Suspense>
  );
  return (
    <>
      {slidesOut() ? (
        <Suspense fallback={null}>
          <SlideOut isOpen={isOpen}>{content(true)}</SlideOut>
        </Suspense>
      ) : isPhone ? (
        <Dialog title={t('menu.title')} isTitleHidden isOpen={isOpen} onClose={closeMenus} isFlush>
          {content(true)}
        </Dialog>
      ) : (
        <Popover
          label={t('menu.title')}
          anchor={mainAnchor}
          isOpen={isOpen}
          onClose={closeMenus}
          placement="end bottom"
          offset={16}
          className="w-80"
        >
          {content(false)}
        </Popover>
      )}
      {open === 'hubs' && (
        <Suspense fallback={null}>
          <SwitchHub />
        </Suspense>
      )}
    </>
  );
}
