import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, GraduationCap, KeyRound, Link2, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { LtiCourse, LtiPlatform, LtiSetup } from '#contract/lti/setup.endpoints.ts';
import {
  createInvitation,
  deletePlatform,
  readLtiSetup,
  readRoster,
  renewLtiKey,
  updatePlatform,
} from '#contract/lti/calls.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { SecretDialog } from '../../kit/secret-dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Switch } from '../../ui/switch.tsx';
import { changeOf, PlatformDialog } from './platform-dialog.tsx';
import { rosterLine } from './roster-words.ts';
import english from './messages/en.json';

addEnglish(english);

/** LMS platforms that can open this site as a tool, and the URLs to enter there. */
export function LtiSection() {
  const { t } = useMessages();
  const query = useQuery(callQuery(readLtiSetup, {}));
  const [edited, setEdited] = useState<LtiPlatform | 'new' | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListPage
        query={query}
        intro={t('lti.intro')}
        add={{ label: t('lti.add'), onAdd: () => setEdited('new') }}
        empty={{ icon: GraduationCap, title: t('lti.none') }}
        isEmpty={({ platforms }) => platforms.length === 0}
        skeleton={['h-72', 'h-48']}
      >
        {({ platforms, courses }) => (
          <>
            {platforms.map((platform) => (
              <PlatformCard
                key={platform.id}
                platform={platform}
                onEdit={() => setEdited(platform)}
              />
            ))}
            {courses.length > 0 && <CoursesCard courses={courses} platforms={platforms} />}
          </>
        )}
      </ListPage>
      {query.data && <ToolCard setup={query.data} />}
      {edited !== null && (
        <PlatformDialog
          platform={edited === 'new' ? null : edited}
          stale={[readLtiSetup]}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

/** The values to enter at the platform manually, or a URL for automatic registration. */
function ToolCard({ setup: { tool, keyMadeAt } }: { setup: LtiSetup }) {
  const { t, date } = useMessages();
  const [address, setAddress] = useState<string | null>(null);
  const invite = useAction(() => call(createInvitation, { clientId: newClientId() }), {
    onSuccess: (reply) => setAddress(reply.address),
  });
  const renew = useAction(() => call(renewLtiKey, {}), {
    confirm: () => ({
      title: t('lti.renewTitle'),
      body: t('lti.renewBody'),
      confirmLabel: t('lti.renew'),
    }),
    invalidates: [readLtiSetup],
    success: t('lti.renewed'),
  });
  return (
    <Card title={t('lti.tool')} description={t('lti.toolBody')}>
      <div className="grid gap-4">
        <CopyField label={t('lti.loginUrl')} value={tool.login} />
        <CopyField label={t('lti.launchUrl')} value={tool.launch} />
        <CopyField label={t('lti.keysUrl')} value={tool.keys} />
        <CopyField label={t('lti.domain')} value={tool.domain} />
        <p className="text-sm text-ink-2">
          {t('lti.embedBody')}{' '}
          <Link to={paths.adminEmbedding} className="font-medium text-brand-text underline">
            {t('lti.embedLink')}
          </Link>
        </p>
        <div className="flex flex-wrap gap-3">
          <Button icon={Link2} isPending={invite.isPending} onClick={() => invite.run()}>
            {t('lti.invite')}
          </Button>
          {keyMadeAt !== null && (
            <Button
              variant="quiet"
              icon={KeyRound}
              isPending={renew.isPending}
              onClick={() => renew.run()}
            >
              {t('lti.renew')}
            </Button>
          )}
        </div>
        {keyMadeAt !== null && (
          <p className="text-sm text-ink-2">{t('lti.keyMade', { when: date(keyMadeAt) })}</p>
        )}
      </div>
      {address !== null && (
        <SecretDialog
          title={t('lti.invite')}
          body={t('lti.inviteBody')}
          label={t('lti.inviteLabel')}
          done={t('lti.inviteDone')}
          secret={address}
          onClose={() => setAddress(null)}
        />
      )}
    </Card>
  );
}

function PlatformCard({ platform, onEdit }: { platform: LtiPlatform; onEdit: () => void }) {
  const { t } = useMessages();
  const change = useAction(
    (isOn: boolean) => call(updatePlatform, { ...changeOf(platform), isOn }),
    {
      // Its issuer is unverified. The owner of these hosts can sign people in.
      confirm: (isOn) =>
        isOn && platform.isDynamic
          ? {
              title: t('lti.onTitle', { name: platform.name }),
              body: (
                <div className="grid gap-3">
                  <p>{t('lti.onBody')}</p>
                  <PlatformHosts platform={platform} />
                </div>
              ),
              confirmLabel: t('lti.turnOn'),
            }
          : null,
      invalidates: [readLtiSetup],
    },
  );
  const allow = useAction(
    (deployment: string) => {
      const now = changeOf(platform);
      return call(updatePlatform, { ...now, deployments: [...now.deployments, deployment] });
    },
    {
      confirm: (deployment) => ({
        title: t('lti.allowTitle'),
        body: t('lti.allowBody', { deployment, platform: platform.name }),
        confirmLabel: t('lti.allow'),
      }),
      invalidates: [readLtiSetup],
      success: t('lti.allowed'),
    },
  );
  const remove = useAction(() => call(deletePlatform, { platform: platform.id }), {
    confirm: () => ({
      title: t('lti.removeTitle', { name: platform.name }),
      body: t('lti.removeBody'),
      confirmLabel: t('lti.remove'),
      isDanger: true,
    }),
    invalidates: [readLtiSetup],
  });
  const refused = platform.refusedDeployment;
  return (
    <article className="card grid gap-4 p-4 sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <h2 dir="auto" className="wrap-anywhere">
            {platform.name}
          </h2>
          <p className="text-sm wrap-anywhere text-ink-2" dir="ltr">
            {platform.issuer}
          </p>
          <p className="text-sm text-ink-2">{t('lti.people', { count: platform.people })}</p>
        </div>
        <div className="flex items-center gap-2">
          {platform.isDynamic && !platform.isOn && <Pill tone="warn">{t('lti.waiting')}</Pill>}
          <IconButton
            icon={Pencil}
            label={t('lti.editNamed', { name: platform.name })}
            onClick={onEdit}
          />
          <IconButton
            icon={Trash2}
            label={t('lti.removeNamed', { name: platform.name })}
            onClick={() => remove.run()}
          />
        </div>
      </header>
      <PlatformHosts platform={platform} />
      <Switch
        label={t('lti.isOn')}
        description={t('lti.isOnBody')}
        isOn={change.pendingInput ?? platform.isOn}
        onChange={(isOn) => change.run(isOn)}
      />
      {refused !== null && (
        <Note
          tone="warn"
          title={t('lti.refusedDeployment')}
          action={
            <Button isPending={allow.isPending} onClick={() => allow.run(refused)}>
              {t('lti.allow')}
            </Button>
          }
        >
          <p dir="ltr" className="wrap-anywhere">
            {refused}
          </p>
        </Note>
      )}
    </article>
  );
}

/** The servers of a platform, which staff check before they trust it. */
function PlatformHosts({ platform }: { platform: LtiPlatform }) {
  const { t } = useMessages();
  const hosts = [
    [t('lti.hostConfiguration'), platform.configurationHost],
    [t('lti.hostAuthorization'), URL.parse(platform.authorizationUrl)?.host],
    [t('lti.hostKeys'), URL.parse(platform.keysUrl)?.host],
    [t('lti.hostToken'), URL.parse(platform.tokenUrl)?.host],
  ] as const;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      {hosts.map(
        ([label, host]) =>
          host != null && (
            <Fragment key={label}>
              <dt className="text-ink-2">{label}</dt>
              <dd dir="ltr" className="text-start wrap-anywhere rtl:text-end">
                {host}
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function CoursesCard({
  courses,
  platforms,
}: {
  courses: readonly LtiCourse[];
  platforms: readonly LtiPlatform[];
}) {
  const messages = useMessages();
  const { t } = messages;
  const read = useAction((id: string) => call(readRoster, { id }), {
    invalidates: [readLtiSetup],
  });
  return (
    <Card title={t('lti.courses')} description={t('lti.coursesBody')}>
      <RowList label={t('lti.courses')}>
        {courses.map((course) => (
          <Row
            key={course.id}
            mark={
              <RowIcon>
                <BookOpen size={20} aria-hidden />
              </RowIcon>
            }
            title={course.title}
            aside={
              <Pill tone={course.section === null ? 'warn' : 'good'}>
                {course.section === null
                  ? t('lti.notConnected')
                  : `${course.section.number} • ${course.section.term}`}
              </Pill>
            }
            lines={[
              platforms.find(({ id }) => id === course.platform)?.name,
              course.section !== null && rosterLine(course, messages),
            ]}
            end={
              course.section !== null &&
              course.canRead && (
                <IconButton
                  icon={RefreshCw}
                  label={t('lti.readNamed', { title: course.title })}
                  isPending={read.pendingInput === course.id}
                  onClick={() => read.run(course.id)}
                />
              )
            }
          />
        ))}
      </RowList>
    </Card>
  );
}
