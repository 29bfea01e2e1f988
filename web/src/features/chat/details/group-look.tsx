import { useMutation } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { conversationNameMax } from '#contract/chat/limits.ts';
import { setConversationPicture, updateConversation } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { storeConversation } from '../chat.data.ts';
import { ConversationFace } from '../list/conversation-face.tsx';

/** The name and picture of a group. */
export function GroupLook({ conversation }: { conversation: Conversation }) {
  const messages = useMessages();
  const { t } = messages;
  const { id } = conversation;
  const [name, setName] = useState(conversation.name ?? '');
  const input = useRef<HTMLInputElement>(null);
  const onError = (error: unknown) => showToast({ message: chatErrorText(error, messages) });
  const rename = useMutation({
    mutationFn: () =>
      call(updateConversation, {
        conversation: id,
        name: name.trim(),
      }),
    onSuccess: storeConversation,
    onError,
  });
  const picture = useMutation({
    mutationFn: (upload: Blob) => call(setConversationPicture, { conversation: id, upload }),
    onSuccess: storeConversation,
    onError,
  });
  const isChanged = name.trim() !== (conversation.name ?? '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3">
      <ConversationFace item={conversation} size={5} />
      <div className="flex items-center gap-1">
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) picture.mutate(file);
            event.target.value = '';
          }}
        />
        <Button
          size="sm"
          icon={ImagePlus}
          isPending={picture.isPending}
          onClick={() => input.current?.click()}
        >
          {t('chat.setPicture')}
        </Button>
        {conversation.pictureUrl !== null && (
          <IconButton
            label={t('chat.removePicture')}
            icon={Trash2}
            size="sm"
            onClick={() => picture.mutate(new Blob([]))}
          />
        )}
      </div>
      <form
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) rename.mutate();
        }}
      >
        <TextField
          label={t('chat.groupName')}
          value={name}
          onChange={setName}
          maxLength={conversationNameMax}
        />
        {isChanged && (
          <Button type="submit" variant="soft" size="lg" isPending={rename.isPending}>
            {t('chat.save')}
          </Button>
        )}
      </form>
    </div>
  );
}
