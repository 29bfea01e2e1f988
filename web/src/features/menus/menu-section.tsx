import { useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { FolderPlus, Link2, ListPlus, Plus, RotateCcw, Rows3 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { linkTypes, type MenuItemType } from '#contract/menus/items.ts';
import type { StoredMenu } from '#contract/menus/endpoints.ts';
import { CallError } from '../../lib/call-error.ts';
import { queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { iconOf } from '../../shell/menu-drawing.tsx';
import { builtTypes, labelOf } from '../../shell/menu-kinds.ts';
import { showToast } from '../../ui/toasts.ts';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { LayoutCard } from './layout-card.tsx';
import {
  add,
  barId,
  change,
  hasRoom,
  newPart,
  partOf,
  remove,
  step,
  type Draft,
  type DraftPart,
} from './menu-draft.ts';
import { MenuPreview } from './menu-preview.tsx';
import { MenuTree, type PartAction } from './menu-tree.tsx';
import { saveMenu, storedMenu, managedHubs, schoolItself } from './menus.data.ts';
import { nameOf } from './part-words.ts';
import { PartDialog } from './part-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import english from './messages/en.json';

addEnglish(english);

/** The unsaved changes of a menu, and the version they are based on. */
interface Edit {
  draft: Draft;
  version: number;
}

/** Menus and layout settings. */
export function MenuSection() {
  const canManage = useHasPermission('menus.manage');
  const canLayOut = useHasPermission('school.manage');
  const canManageHubs = useHasPermission('hubs.manage');
  // The cards are shown together, because the menus would move the layout below them.
  const queries = [
    useQuery({ ...managedHubs(), enabled: canManage && canManageHubs }),
    useQuery({ ...storedMenu(schoolItself), enabled: canManage }),
  ];
  return (
    <WhenSettled queries={queries} skeleton={['h-22', 'h-160']}>
      <div className="grid gap-4 lg:gap-5">
        {canManage && <Menus />}
        {canLayOut && <LayoutCard />}
      </div>
    </WhenSettled>
  );
}

/** The school's menu and the menus of its hubs. */
function Menus() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const hubs =
    useQuery({ ...managedHubs(), enabled: useHasPermission('hubs.manage') }).data?.items ?? [];
  const asked = useSearch()['hub'];
  const hub = hubs.find(({ id }) => id === asked)?.id ?? schoolItself;
  // Unsaved changes by menu, so that switching to another hub loses nothing.
  const [edits, setEdits] = useState<Readonly<Record<string, Edit | undefined>>>({});
  const menu = useQuery(storedMenu(hub));
  return (
    <>
      {hubs.length > 0 && (
        <Card>
          <Select
            label={t('menus.which')}
            value={hub}
            onChange={(next) =>
              void navigate({
                to: paths.adminMenu,
                search: { hub: next === schoolItself ? undefined : next },
                replace: true,
                resetScroll: false,
              })
            }
            options={[
              { value: schoolItself, label: t('menus.school') },
              ...hubs.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Card>
      )}
      <QueryBoundary query={menu} skeleton={['h-96']}>
        {(stored) => (
          <MenuEditor
            key={hub}
            hub={hub}
            kept={stored}
            edit={edits[hub]}
            hasHubs={hubs.length > 0}
            onEdit={(edit) => setEdits((all) => ({ ...all, [hub]: edit }))}
          />
        )}
      </QueryBoundary>
      <LeaveGuard isDirty={Object.values(edits).some((edit) => edit !== undefined)} />
    </>
  );
}

interface EditorProps {
  hub: string;
  kept: StoredMenu;
  edit: Edit | undefined;
  hasHubs: boolean;
  onEdit: (edit: Edit | undefined) => void;
}

function MenuEditor({ hub, kept: stored, edit, hasHubs, onEdit }: EditorProps) {
  const messages = useMessages();
  const { t } = messages;
  const draft = edit?.draft ?? stored.document;
  const version = edit?.version ?? stored.version;
  const [open, setOpen] = useState<{ part: DraftPart; holder?: string | null } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isStale = failure instanceof CallError && failure.code === 'menu_changed';

  const put = (next: Draft) => {
    if (next !== draft) onEdit({ draft: next, version });
  };

  async function save(document: Draft | null) {
    const before = stored;
    setSaving(true);
    setFailure(null);
    try {
      const saved = await saveMenu(hub, version, document);
      onEdit(undefined);
      // Restores the previous menu, based on the new version.
      const undo = () =>
        void saveMenu(hub, saved.version, before.isOwn ? before.document : null).then(
          () => showToast({ message: t('menus.undone') }),
          (error: unknown) => setFailure(error),
        );
      showToast({
        message: t(document === null ? 'menus.resetDone' : 'menus.saved'),
        action: { label: t('kit.undo'), run: undo },
      });
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }

  /** If someone else saved, load their version and keep ours until the user selects one. */
  async function settle(isOurs: boolean) {
    const theirs = await queryClient.fetchQuery({ ...storedMenu(hub), staleTime: 0 });
    setFailure(null);
    onEdit(isOurs ? { draft, version: theirs.version } : undefined);
  }

  const act = (id: string, action: PartAction) => {
    const part = partOf(draft, id);
    if (action === 'add') return setOpen({ part: newPart('web'), holder: id });
    if (!part) return;
    switch (action) {
      case 'edit':
        return setOpen({ part });
      case 'up':
      case 'down':
        return put(step(draft, id, action === 'up' ? -1 : 1));
      case 'hide':
      case 'show':
        // Undefined values are left out of the call. Exact optional properties don't allow undefined.
        return put(
          change(
            draft,
            id,
            (one) => ({ ...one, isHidden: action === 'hide' ? true : undefined }) as DraftPart,
          ),
        );
      case 'remove': {
        put(remove(draft, id));
        showToast({
          message: t('menus.removed', { name: nameOf(part, messages) }),
          action: { label: t('kit.undo'), run: () => onEdit({ draft, version }) },
        });
      }
    }
  };

  const addNew = (type: MenuItemType | 'menu_group' | 'menu_section') => {
    const last = draft.sections.at(-1);
    setOpen({ part: newPart(type), holder: type === 'menu_section' ? null : (last?.id ?? barId) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };

  return (
    <>
      <form onSubmit={submit} className="grid gap-4 lg:gap-5">
        <Card
          title={t('menus.card')}
          description={
            hub !== schoolItself && !stored.isOwn && !edit ? t('menus.inherited') : t('menus.body')
          }
        >
          <AddButtons draft={draft} onAdd={addNew} />
          <MenuTree draft={draft} onChange={put} onAction={act} />
          {stored.isOwn && edit === undefined && (
            <div className="mt-4 border-t border-line pt-4">
              <Button icon={RotateCcw} isPending={isSaving} onClick={() => void save(null)}>
                {t(hub === schoolItself ? 'menus.reset' : 'menus.resetHub')}
              </Button>
            </div>
          )}
        </Card>
        {isStale && <StaleNote onSettle={settle} />}
        <SaveBar
          isDirty={edit !== undefined && !isStale}
          isPending={isSaving}
          error={failure !== null && !isStale ? errorText(failure, messages) : null}
          onDiscard={() => {
            setFailure(null);
            onEdit(undefined);
          }}
        />
      </form>
      <MenuPreview draft={draft} hasHubs={hasHubs} />
      {open && (
        <PartDialog
          part={open.part}
          isNew={open.holder !== undefined}
          onClose={() => setOpen(null)}
          onDone={(part) => {
            put(
              open.holder === undefined
                ? change(draft, part.id, () => part)
                : add(draft, part, open.holder),
            );
            setOpen(null);
          }}
        />
      )}
    </>
  );
}

/** Shown if someone else saved the menu. The user keeps one of the two versions. */
function StaleNote({ onSettle }: { onSettle: (isOurs: boolean) => Promise<void> }) {
  const { t } = useMessages();
  return (
    <div role="alert" className="grid gap-3 rounded-card border border-line bg-fill p-4">
      <p className="font-medium">{t('menus.stale')}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={ListPlus} onClick={() => void onSettle(true)}>
          {t('menus.keepOurs')}
        </Button>
        <Button onClick={() => void onSettle(false)}>{t('menus.takeTheirs')}</Button>
      </div>
    </div>
  );
}

function AddButtons({
  draft,
  onAdd,
}: {
  draft: Draft;
  onAdd: (type: MenuItemType | 'menu_group' | 'menu_section') => void;
}) {
  const { t } = useMessages();
  const addable = [...linkTypes, ...builtTypes, 'switch', 'logout', 'more'] as const;
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button icon={Link2} onClick={() => onAdd('web')}>
        {t('menus.addLink')}
      </Button>
      <MenuButton
        label={t('menus.addOther')}
        icon={Plus}
        items={[
          {
            id: 'menu_group',
            label: t('menus.newGroup'),
            icon: FolderPlus,
            isDisabled: draft.sections.length === 0,
          },
          {
            id: 'menu_section',
            label: t('menus.newSection'),
            icon: Rows3,
            isDisabled: !hasRoom(draft, null),
          },
          ...addable.map((id) => ({ id, label: t(labelOf(id)), icon: iconOf(id) })),
        ]}
        onAction={onAdd}
      >
        {t('menus.addOther')}
      </MenuButton>
    </div>
  );
}
