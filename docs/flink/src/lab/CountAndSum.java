package lab;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** The operator: counts the records of a key and adds up their values. A result is key, offset, count, sum. */
final class CountAndSum extends KeyedProcessFunction<String, Long, Tuple4<String, Long, Integer, Integer>>
        implements CheckpointListener {
    private static final long serialVersionUID = 1L;

    private transient ValueState<Integer> count;
    private transient ValueState<Integer> sum;

    @Override
    public void open(OpenContext context) {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.INT));
        sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.INT));
        // Tasks are opened from the end of the chain: the sink is ready by now.
        Stage.opened();
    }

    @Override
    public void processElement(Long offset, Context context, Collector<Tuple4<String, Long, Integer, Integer>> out)
            throws Exception {
        var record = RunningExample.RECORDS[offset.intValue()];
        Stage.processing(record);
        count.update(orZero(count) + 1);
        sum.update(orZero(sum) + record.value());
        Stage.say("record " + offset + " (" + record.key() + " " + record.value() + ") processed: " + record.key()
                + " has count " + count.value() + ", sum " + sum.value());
        // The sink is chained to the operator: it has the record when this call returns.
        out.collect(Tuple4.of(record.key(), offset, count.value(), sum.value()));
        Stage.arrived(offset);
    }

    private static int orZero(ValueState<Integer> state) throws Exception {
        return state.value() == null ? 0 : state.value();
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        Stage.say("checkpoint " + checkpoint + " is complete; the tasks are told");
        Stage.notified();
    }
}
