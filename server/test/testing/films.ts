/** Films as small as they can be, for uploads: descriptions of their tracks, and bytes that nobody decodes. */

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

const element = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + body.length);
  return Buffer.concat([Buffer.from(id, "hex"), size, body]);
};

const track = (handler: string, codec: string) =>
  box(
    "trak",
    box("tkhd", Buffer.alloc(84)),
    box(
      "mdia",
      box("mdhd", Buffer.alloc(24)),
      box("hdlr", Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)),
      box("minf", box("stbl", box("stsd", Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(codec, Buffer.alloc(78))))),
    ),
  );

interface Mp4 {
  /** Handler and codec of each track. */
  tracks?: [handler: string, codec: string][];
  brand?: string;
  isIndexLast?: boolean;
  hasIndex?: boolean;
  /** Bytes of the pictures. */
  length?: number;
}

export function mp4Film(given: Mp4 = {}): Buffer {
  const {
    tracks = [
      ["soun", "mp4a"],
      ["vide", "avc1"],
    ],
    brand = "isom",
    isIndexLast,
    hasIndex = true,
    length = 3_000,
  } = given;
  const index = hasIndex ? [box("moov", box("mvhd", Buffer.alloc(100)), ...tracks.map((each) => track(...each)))] : [];
  const pictures = [box("free"), box("mdat", Buffer.alloc(length, 9))];
  const ftyp = box("ftyp", Buffer.from(`${brand}\0\0\x02\0isomavc1`, "latin1"));
  return Buffer.concat([ftyp, ...(isIndexLast ? [...pictures, ...index] : [...index, ...pictures])]);
}

export function webmFilm(codecs: string[] = ["A_OPUS", "V_VP9"], length = 5_000): Buffer {
  const tracks = codecs.map((codec, index) =>
    element("ae", element("d7", Buffer.from([index + 1])), element("86", Buffer.from(codec))),
  );
  return Buffer.concat([
    element("1a45dfa3", element("4282", Buffer.from("webm"))),
    element(
      "18538067",
      element("1549a966", element("2ad7b1", Buffer.from([15, 66, 64]))),
      ...(tracks.length > 0 ? [element("1654ae6b", ...tracks)] : []),
      element("1f43b675", Buffer.alloc(length, 7)),
    ),
  ]);
}

/** The beginning of a WebM, as a browser records it: sizes are not known, so that any bytes may follow. */
export const WEBM_BEGINNING = Buffer.concat([
  element("1a45dfa3", element("4282", Buffer.from("webm"))),
  Buffer.from("1853806701ffffffffffffff", "hex"),
  element("1654ae6b", element("ae", element("d7", Buffer.from([1])), element("86", Buffer.from("V_VP9")))),
  Buffer.from("1f43b67501ffffffffffffff", "hex"),
]);
