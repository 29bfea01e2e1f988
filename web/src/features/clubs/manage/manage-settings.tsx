import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import {
  clubStatuses,
  clubLimits as limits,
  memberReaders,
  membershipModes,
  postReaders,
  postWriters,
  webAddress,
} from '#contract/clubs/limits.ts';
import { updateClub } from '#contract/clubs/calls.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { Form, useForm, type FormState } from '../../../kit/form.tsx';
import { SaveBar } from '../../../kit/save-bar.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import { managedHubs } from '../../menus/menus.data.ts';
import { RichTextField } from '../../rich-text/rich-text-field.tsx';
import { TabsField, WidgetsField } from './tabs-field.tsx';
import { ClubPictures } from './club-pictures.tsx';
import { DetailsCard } from './details-card.tsx';
import {
  changesOf,
  draftOf,
  isSame,
  linksOf,
  type ClubInput,
  type Draft,
} from './settings-draft.ts';
import { clubLabels, staleClub } from '../clubs.data.ts';
import { useClubSearch } from '../../../kit/use-club-search.ts';

const { TextField, TextArea, RadioGroup, Switch, Select, CheckboxGroup, OwnField } =
  fieldsOf<Draft>();
const { Combobox } = ariaFieldsOf<Draft>();

/** The club's profile and membership settings, plus the settings for staff. */
export function ManageSettings({ settings }: { settings: ClubSettings }) {
  const { t } = useMessages();
  const isStaff = settings.can.administer;
  const saved = useRef(draftOf(settings));
  const put = (version: number, change: ClubInput) =>
    call(updateClub, { id: settings.id, version, ...change });
  const undo = useAction(
    ({ version, change }: { version: number; change: ClubInput }) => put(version, change),
    {
      invalidates: staleClub,
      success: t('clubs.undone'),
      onSuccess(reply) {
        const typed = form.fields.getValues();
        const before = saved.current;
        saved.current = draftOf(reply);
        form.reset(saved.current);
        // Keep what the user typed since then.
        for (const name of Object.keys(before) as (keyof Draft)[])
          if (name !== 'version' && !isSame(typed[name], before[name]))
            form.fields.setValue(name, typed[name], { shouldDirty: true });
      },
    },
  );
  const form: FormState<Draft> = useForm<Draft, ClubSettings>({
    defaultValues: draftOf(settings),
    validate: ({ name, url, links, email }) => ({
      name: name.trim() === '' ? t('clubs.nameless') : undefined,
      url: url.trim() !== '' && !webAddress.test(url.trim()) ? t('clubs.badUrl') : undefined,
      email:
        email.trim() !== '' && !/^\S+@\S+$/.test(email.trim()) ? t('clubs.badEmail') : undefined,
      links:
        linksOf(links).length > limits.webLinks
          ? t('clubs.tooManyLinks', { count: limits.webLinks })
          : linksOf(links).every((link) => webAddress.test(link))
            ? undefined
            : t('clubs.badUrl'),
    }),
    save: (draft) => put(draft.version, changesOf(draft, saved.current, isStaff)),
    savedValues: (_, reply) => draftOf(reply),
    errorFields: { club_ring: 'parent' },
    success(reply, draft) {
      const previous = saved.current;
      const change = changesOf(previous, draft, isStaff);
      saved.current = draftOf(reply);
      return {
        message: t('clubs.saved', { name: reply.name }),
        action: {
          label: t('kit.undo'),
          run: () => undo.run({ version: reply.version, change }),
        },
      };
    },
    invalidates: staleClub,
  });
  return (
    <div className="grid max-w-2xl gap-5">
      <ClubPictures club={settings} />
      <Form form={form} isGuarded>
        <AboutCard isStaff={isStaff} />
        <DetailsCard />
        <AccessCard settings={settings} />
        <PostsCard />
        {isStaff && <StaffFields settings={settings} />}
        <SaveBar
          isDirty={form.isDirty}
          isPending={form.isPending}
          error={form.error}
          onDiscard={() => form.reset()}
        />
      </Form>
    </div>
  );
}

/** Name, texts and labels. */
function AboutCard({ isStaff }: { isStaff: boolean }) {
  const { t } = useMessages();
  const labels = useQuery(clubLabels());
  const optionsOf = (list: 'categories' | 'tags') =>
    (labels.data?.items ?? [])
      .filter((one) => one.list === list)
      .map(({ id, name }) => ({ value: id, label: name }));
  const [categories, tags] = [optionsOf('categories'), optionsOf('tags')];
  return (
    <Card>
      <div className="grid gap-5">
        {isStaff && <TextField name="name" label={t('clubs.name')} maxLength={limits.name} />}
        <TextField name="acronym" label={t('clubs.acronym')} maxLength={limits.acronym} />
        <TextArea
          name="description"
          label={t('clubs.description')}
          rows={2}
          maxLength={limits.description}
        />
        <OwnField name="about">
          {({ value, error, onChange }) => (
            <RichTextField
              label={t('clubs.aboutText')}
              placeholder={t('clubs.aboutHint')}
              max={limits.aboutText}
              value={value}
              error={error}
              onChange={onChange}
            />
          )}
        </OwnField>
        {categories.length > 0 && (
          <CheckboxGroup name="categories" label={t('clubs.categories')} options={categories} />
        )}
        {tags.length > 0 && <CheckboxGroup name="tags" label={t('clubs.tags')} options={tags} />}
      </div>
    </Card>
  );
}

/** Who can join the club, and who can see it and its members. */
function AccessCard({ settings }: { settings: ClubSettings }) {
  const { t } = useMessages();
  return (
    <Card>
      <div className="grid gap-5">
        <RadioGroup
          name="membership"
          label={t('clubs.whoJoins')}
          options={membershipModes.map((value) => ({ value, label: t(`clubs.who_${value}`) }))}
        />
        <RadioGroup
          name="membersSeenBy"
          label={t('clubs.whoSeesMembers')}
          description={t('clubs.whoSeesMembersBody')}
          options={memberReaders.map((value) => ({
            value,
            label: t(`clubs.seenBy_${value}`),
          }))}
        />
        {settings.canBePublic && (
          <Switch
            name="isPublic"
            label={t('clubs.isPublic')}
            description={t('clubs.isPublicBody')}
          />
        )}
      </div>
    </Card>
  );
}

function PostsCard() {
  const { t } = useMessages();
  return (
    <Card title={t('clubs.postsTitle')}>
      <div className="grid gap-5">
        <RadioGroup
          name="postsFor"
          label={t('clubs.postsFor')}
          options={postReaders.map((value) => ({
            value,
            label: t(`clubs.postsFor_${value}`),
          }))}
        />
        <RadioGroup
          name="postsBy"
          label={t('clubs.postsBy')}
          options={postWriters.map((value) => ({ value, label: t(`clubs.postsBy_${value}`) }))}
        />
        <Switch
          name="takesProposals"
          label={t('clubs.takesProposals')}
          description={t('clubs.takesProposalsBody')}
        />
        <OwnField name="tabs">
          {({ value, onChange }) => <TabsField value={value} onChange={onChange} />}
        </OwnField>
        <OwnField name="widgets">
          {({ value, onChange }) => <WidgetsField value={value} onChange={onChange} />}
        </OwnField>
      </div>
    </Card>
  );
}

function StaffFields({ settings }: { settings: ClubSettings }) {
  const { t } = useMessages();
  const labels = useQuery(clubLabels());
  const hubs = useQuery({ ...managedHubs(), retry: false });
  const found = useClubSearch(settings.id);
  const types = (labels.data?.items ?? []).filter(({ list }) => list === 'types');
  const parents = [
    ...(settings.parent !== null && settings.parentName !== null
      ? [{ id: settings.parent, label: settings.parentName }]
      : []),
    ...found.options.filter(({ id }) => id !== settings.parent),
  ];
  // A hub that the user can't list stays selected.
  const hubOptions = (hubs.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const hasHub = settings.hub === null || hubOptions.some(({ value }) => value === settings.hub);
  return (
    <Card title={t('clubs.staffOnly')}>
      <div className="grid gap-5">
        <Select
          name="status"
          label={t('clubs.status')}
          options={clubStatuses.map((value) => ({ value, label: t(`clubs.status_${value}`) }))}
        />
        <Select
          name="type"
          label={t('clubs.type')}
          options={[
            { value: '', label: t('clubs.noType') },
            ...types.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {hubs.data !== undefined && hasHub && (
          <Select
            name="hub"
            label={t('clubs.hub')}
            options={[{ value: '', label: t('clubs.noHub') }, ...hubOptions]}
          />
        )}
        <Combobox
          name="parent"
          label={t('clubs.parent')}
          placeholder={t('clubs.parentHint')}
          options={parents}
          search={found.search}
        />
        <Switch name="isPublished" label={t('clubs.isPublished')} />
        <Switch name="isHidden" label={t('clubs.isHidden')} />
        <Switch name="isFeatured" label={t('clubs.isFeatured')} />
        <Switch name="areOfficersLocked" label={t('clubs.areLocked')} />
      </div>
    </Card>
  );
}
