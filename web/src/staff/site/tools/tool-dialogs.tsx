import { contract } from "@manabiya/contract";
import { EVENT_NAMES, EVENTS } from "@manabiya/contract/webhooks/events.ts";
import { type Endpoint, EndpointBody, KeyBody, type Tools } from "@manabiya/contract/webhooks/tools.ts";
import { call } from "../../../api/calls.ts";
import { Choice } from "../../../forms/choice.tsx";
import { FormField } from "../../../forms/fields.tsx";
import { FocusHere } from "../../../forms/focus-here.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { messagesOf, useRecordForm } from "../../../forms/use-record-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { TextField } from "../../../ui/text-field.tsx";

export const SCOPES = { figures: "レポート", members: "会員一覧（名前とメールアドレスを含むCSV）" };

type WantedEvent = (typeof EVENT_NAMES)[number];

interface DialogProps {
  onSaved: (tools: Tools) => void;
  onClose: () => void;
}

/** @param endpoint null: a new one */
export function EndpointDialog({ endpoint, onSaved, onClose }: DialogProps & { endpoint: Endpoint | null }) {
  const { addEndpoint, updateEndpoint } = contract.adminTools;
  const { url = "", events = [], is_on = true } = endpoint ?? {};
  const state = useRecordForm<{ url: string; events: WantedEvent[]; is_on: boolean }, never, Tools>({
    valuesOf: () => ({ url, events: events as WantedEvent[], is_on }),
    check: (typed) => messagesOf(EndpointBody.safeParse(typed)),
    save: (body) =>
      endpoint ? call(updateEndpoint, { params: { id: endpoint.id }, body }) : call(addEndpoint, { body }),
    onSaved,
    failed: "送信先を保存できませんでした。もう一度お試しください。",
    firstField: "url",
  });
  const { field, values, setValue } = state;
  const choose = (name: WantedEvent, isChosen: boolean) =>
    setValue("events", isChosen ? [...values.events, name] : values.events.filter((each) => each !== name));
  return (
    <FormDialog
      title={endpoint ? "送信先を変更" : "送信先を追加"}
      text="選択した出来事を、このURLに通知します。通知には会員番号を記載します。メールアドレスは「会員登録」の通知だけに含まれます。"
      state={state}
      confirmLabel="保存する"
      onClose={onClose}
    >
      <TextField label="URL" hint="受け取るツールの画面に表示されるURL" autoComplete="off" required {...field("url")} />
      <fieldset>
        <legend className="font-bold">通知する出来事</legend>
        {EVENT_NAMES.map((name) => (
          <Choice
            key={name}
            label={EVENTS[name].label}
            checked={values.events.includes(name)}
            onChange={({ target }) => choose(name, target.checked)}
          />
        ))}
        <FieldError id="events-error" message={field("events").error} />
      </fieldset>
      <Choice
        label="通知をオンにする"
        hint="オフの間に起きた出来事は、オンに戻しても通知しません。"
        checked={values.is_on}
        onChange={({ target }) => setValue("is_on", target.checked)}
      />
    </FormDialog>
  );
}

export function KeyDialog({ onSaved, onClose }: DialogProps) {
  const state = useRecordForm<{ name: string; scope: "figures" | "members" }, never, Tools>({
    valuesOf: () => ({ name: "", scope: "figures" }),
    check: (typed) => messagesOf(KeyBody.safeParse(typed)),
    save: (body) => call(contract.adminTools.addKey, { body }),
    onSaved,
    failed: "APIキーを作成できませんでした。もう一度お試しください。",
    firstField: "name",
  });
  return (
    <FormDialog
      title="APIキーを作成"
      text="ツールがデータを読み取るためのキーです。このキーでデータを変更することはできません。作成した管理者が権限を失うと、使えなくなります。"
      state={state}
      confirmLabel="作成する"
      onClose={onClose}
    >
      <FormField label="名前" hint="使うツールの名前など" required {...state.field("name")} />
      <FormField label="読み取る内容" options={SCOPES} {...state.field("scope")} />
    </FormDialog>
  );
}

/** A secret that the server shows in one answer alone. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={secret.startsWith("whsec_") ? "署名キー" : "APIキー"} onClose={onClose}>
      <p className="phrase">このキーは、画面を閉じると再表示できません。コピーして、使うツールに設定してください。</p>
      {/* A second Enter of the form before would close the dialog by its button. */}
      <FocusHere className="rounded-md bg-sunken p-3">
        <code className="break-all select-all">{secret}</code>
      </FocusHere>
      <DialogActions>
        <Button onClick={onClose}>閉じる</Button>
      </DialogActions>
    </Dialog>
  );
}
