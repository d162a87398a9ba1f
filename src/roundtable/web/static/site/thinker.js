// A worker in which bots think: it is sent the view of one seat and answers with what the bot does.
import { python } from "./python.js";

const ready = python();

onmessage = async ({ data: { key, parcel } }) => {
  let answer = "";
  try {
    answer = (await ready).think_apart(parcel);
  } catch (error) {
    console.warn(error); // the table asks once more
  }
  postMessage({ key, answer });
};
