import { useQuery } from '@tanstack/react-query';
import { updateSchoolSharing } from '#contract/sharing/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { schoolSharingQuery } from './sharing.data.ts';
import english from './messages/en.json';

addEnglish(english);

interface Choice {
  isOn: boolean;
  isIndexed: boolean;
  areClubsOn: boolean;
  areEventsOn: boolean;
}

/** Allows public pages for people, clubs and events; for admins. */
export function SchoolSharingCard() {
  const { t } = useMessages();
  const sharing = useQuery(schoolSharingQuery());
  const save = useAction(
    ({ isOn, isIndexed, areClubsOn, areEventsOn }: Choice) =>
      call(updateSchoolSharing, { isOn, isIndexed, areClubsOn, areEventsOn }),
    {
      updates: schoolSharingQuery().queryKey,
      success: t('sharing.saved'),
      undo: (_, before) => before,
    },
  );
  return (
    <QueryBoundary query={sharing} skeleton={['h-40']}>
      {(stored) => {
        const shown = save.pendingInput ?? stored;
        return (
          <Card title={t('schoolSharing.title')} description={t('schoolSharing.body')}>
            <Switch
              label={t('schoolSharing.on')}
              description={t('schoolSharing.onBody', { count: stored.people })}
              isOn={shown.isOn}
              onChange={(isOn) => save.run({ ...stored, isOn })}
            />
            <div className="mt-4 border-t border-line pt-4">
              <Switch
                label={t('schoolSharing.clubs')}
                description={t('schoolSharing.clubsBody', { count: stored.clubs })}
                isOn={shown.areClubsOn}
                onChange={(areClubsOn) => save.run({ ...stored, areClubsOn })}
              />
            </div>
            <div className="mt-4 border-t border-line pt-4">
              <Switch
                label={t('schoolSharing.events')}
                description={t('schoolSharing.eventsBody', { count: stored.events })}
                isOn={shown.areEventsOn}
                onChange={(areEventsOn) => save.run({ ...stored, areEventsOn })}
              />
            </div>
            {(shown.isOn || shown.areClubsOn || shown.areEventsOn) && (
              <div className="mt-4 border-t border-line pt-4">
                <Switch
                  label={t('schoolSharing.indexed')}
                  description={t('schoolSharing.indexedBody')}
                  isOn={shown.isIndexed}
                  onChange={(isIndexed) => save.run({ ...stored, isIndexed })}
                />
              </div>
            )}
          </Card>
        );
      }}
    </QueryBoundary>
  );
}
