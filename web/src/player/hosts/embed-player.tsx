import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { type EmbedProtocol, parseMessage } from "./embed-protocol.ts";
import type { AdapterProps } from "../player.ts";

/** Milliseconds. */
const GREET_EVERY = 250;
const SILENT_AFTER = 10_000;

/** Another host's player in a frame, controlled by messages. None of the host's scripts runs on this page. */
export function EmbedPlayer({ protocol, video, start, onEvent, ref }: AdapterProps & { protocol: EmbedProtocol }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(() => {
    const { video_id, host_hash: key } = video;
    return protocol.address(video_id ?? "", { start, page: window.location.origin, key });
  });

  function say(message: object): void {
    // "*" as the target: the messages hold no secrets, and a blocked frame has no origin.
    frame.current?.contentWindow?.postMessage(JSON.stringify(message), "*");
  }

  const isReady = useRef(false);
  const wanted = useRef<object[]>([]);

  /** The player ignores commands before it is ready, but members may choose a chapter earlier. */
  function command(message: object): void {
    if (isReady.current) say(message);
    else wanted.current.push(message);
  }

  const begin = useEffectEvent(() => {
    isReady.current = true;
    wanted.current.splice(0).forEach(say);
  });
  const greet = useEffectEvent(() => protocol.greeting && say(protocol.greeting));
  const subscribe = useEffectEvent(() => protocol.requests.forEach(say));
  const emit = useEffectEvent(onEvent);
  const read = useEffectEvent(protocol.read);

  useEffect(() => {
    let hasAnswered = false;
    const greeting = setInterval(greet, GREET_EVERY);
    const silence = setTimeout(() => {
      clearInterval(greeting);
      emit({ type: "failed", failure: "player-silent" });
    }, SILENT_AFTER);

    function stopGreeting(): void {
      clearInterval(greeting);
      clearTimeout(silence);
    }

    function listen({ source, origin, data }: MessageEvent<unknown>): void {
      if (origin !== protocol.origin || source !== frame.current?.contentWindow) return;
      const message = parseMessage(data);
      if (!message) return;
      if (!hasAnswered) {
        hasAnswered = true;
        stopGreeting();
        subscribe();
      }
      for (const event of read(message)) {
        emit(event);
        if (event.type === "ready") begin();
      }
    }

    window.addEventListener("message", listen);
    return () => {
      window.removeEventListener("message", listen);
      stopGreeting();
    };
  }, [protocol.origin]);

  useImperativeHandle(ref, () => ({
    play: () => command(protocol.play),
    pause: () => command(protocol.pause),
    seek: (seconds) => command(protocol.seek(seconds)),
    apply: (settings) => protocol.apply(settings).forEach(command),
  }));

  return (
    <iframe
      ref={frame}
      className="size-full border-0"
      src={address}
      title={video.title}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      // The host refuses to play without a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
