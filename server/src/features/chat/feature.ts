import { feature } from '../../kernel/feature.ts';
import { chatReactions, chatSources } from './chat.jobs.ts';
import { chatHandlers } from './chat.handlers.ts';
import { deleteLooseFiles, selectChatFiles } from './files/files.queries.ts';
import { selectGroupPictures } from './groups/groups.queries.ts';
import { deleteUnusedPreviews, selectPreviewFiles } from './previews/previews.queries.ts';
import { retireMessages } from './retention/retention.queries.ts';
import { sweepBlocks } from './words/words.queries.ts';

export const chatFeature = feature({
  name: 'chat',
  handlers: chatHandlers,
  jobs: chatReactions,
  maintenance: [retireMessages, sweepBlocks, deleteLooseFiles, deleteUnusedPreviews],
  liveSources: chatSources,
  fileReferences: [selectChatFiles, selectGroupPictures, selectPreviewFiles],
});
